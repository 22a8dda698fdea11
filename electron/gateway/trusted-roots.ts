import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { SystemRoots } from '../common/system-roots.ts'
import { readAuthoritiesFile } from './authorities-file.ts'

/** The certificate authorities that https is checked against. */
export interface TrustedRoots {
  /** Made once: reading several hundred certificates takes about 0.1 s. */
  context(): Promise<SecureContext>
  /**
   * The same with the certificates of a file beside them. The file is read again each time; rejects with
   * `AUTHORITIES_UNREADABLE` as its code when it can't be taken, and never leaves them out.
   */
  contextWith(path: string): Promise<SecureContext>
  counts(): Promise<{ readonly bundled: number; readonly system: number }>
}

/** Makes them from those of this computer. */
export function createTrustedRoots({ system, context }: SystemRoots): TrustedRoots {
  const withFile = new Map<string, { readonly certificates: string; readonly context: SecureContext }>()

  const contextWith = async (path: string): Promise<SecureContext> => {
    const [file, additional] = await Promise.all([readAuthoritiesFile(path, Date.now()), system()])
    if (!file.ok) {
      withFile.delete(path)
      // SECURITY: with the system's authorities alone this would be another trust than the profile says.
      throw new AuthoritiesUnreadableError(file.failure.code)
    }
    const certificates = file.value.certificates.join('\n')
    const known = withFile.get(path)
    if (known?.certificates === certificates) return known.context
    const made = createSecureContext({ ca: [...rootCertificates, ...additional, ...file.value.certificates] })
    withFile.set(path, { certificates, context: made })
    return made
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
