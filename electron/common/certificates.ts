/** Certificates in a text that somebody chose or pasted. */
import { X509Certificate } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'

const pattern = /-----BEGIN (?:X509 )?CERTIFICATE-----[^-]+-----END (?:X509 )?CERTIFICATE-----/g

/** One certificate of a text. */
export interface FoundCertificate {
  readonly pem: string
  readonly read: X509Certificate
}

/** Why a text is not taken: it holds a private key, no certificate, or one that cannot be read. */
export type CertificatesProblem = 'private-key' | 'none' | 'damaged'

/** The certificates of a text in PEM form, in order, without what stands around them; all of them can be read. */
export function certificatesOf(text: string): Result<readonly FoundCertificate[], CertificatesProblem> {
  // SECURITY: a text with a key in it belongs under Keys or nowhere; what is kept of certificates is kept in clear.
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return failed('private-key')
  const found = text.match(pattern) ?? []
  const begun = text.match(/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/g)?.length ?? 0
  if (begun === 0) return failed('none')
  if (begun !== found.length) return failed('damaged')
  try {
    return success(found.map((pem) => ({ pem, read: new X509Certificate(pem) })))
  } catch {
    return failed('damaged')
  }
}

/** How a person recognises a certificate: its common name, or else its organisation. */
export function nameOfCertificate({ subject }: X509Certificate): string {
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]
  return (part('CN') ?? part('O') ?? subject.split('\n')[0] ?? '').slice(0, 80)
}
