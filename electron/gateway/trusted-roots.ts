import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Certificate } from '#shared/brands.ts'
import { pemOf } from '#shared/model/keys/certificate-authorities.ts'
import { readCertificate } from '../common/signatures/certificates.ts'
import type { SystemRoots } from '../common/signatures/system-roots.ts'

/** The certificate authorities that https is checked against. */
export interface TrustedRoots {
  /** Created once: reading several hundred certificates takes about 0.1 s. */
  context(): Promise<SecureContext>
  /**
   * The same with further authorities. Rejects with code `AUTHORITIES_UNREADABLE` where one of them cannot be read,
   * and never leaves one out.
   */
  contextWith(authorities: readonly Certificate[]): Promise<SecureContext>
  counts(): Promise<{ readonly bundled: number; readonly system: number }>
}

/** More than the profiles that a desk uses at a time; a context takes about 1 MB. */
const mostContexts = 8

/** Creates the trusted roots from those of this computer. */
export function createTrustedRoots({ system, context }: SystemRoots): TrustedRoots {
  const contexts = new Map<string, SecureContext>()

  const contextWith = async (authorities: readonly Certificate[]): Promise<SecureContext> => {
    // SECURITY: the library ignores unreadable authorities, so that the trust would differ from the profile's.
    if (authorities.some((one) => readCertificate(one) === null)) throw new AuthoritiesUnreadableError()
    const pem = pemOf(authorities)
    const known = contexts.get(pem)
    if (known !== undefined) return known
    const created = createSecureContext({ ca: [...rootCertificates, ...await system(), pem] })
    if (contexts.size >= mostContexts) contexts.clear()
    contexts.set(pem, created)
    return created
  }

  return {
    context,
    contextWith,
    counts: async () => ({ bundled: rootCertificates.length, system: (await system()).length }),
  }
}

class AuthoritiesUnreadableError extends Error {
  readonly code = 'AUTHORITIES_UNREADABLE'
}
