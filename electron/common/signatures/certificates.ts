/** Reads certificates of authorities that a person chose or pasted, or that a profile contains. */
import { createHash, X509Certificate } from 'node:crypto'
import type { Certificate } from '#shared/brands.ts'
import {
  authoritiesProblem, certificateSchema, type AuthoritiesProblem, type CertificateFacts,
} from '#shared/model/keys/certificate-authorities.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { colonPairs } from './key-fingerprint.ts'
import { utcTime } from '../processes/time.ts'

const pattern = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]+)-----END (?:X509 )?CERTIFICATE-----/g

/** Longer subjects are cut: the certificate's author chose the text, and a message box shows it. */
const longestSubject = 80

/** The authorities in a PEM text, in order, each once, without the text around them; empty for an empty text. */
export function authoritiesIn(text: string): Result<readonly Certificate[], AuthoritiesProblem> {
  const problem = authoritiesProblem(text)
  if (problem !== null) return failed(problem)
  const found = certificatesOf(text)
  if (!found.ok) return found
  const areTrusted = found.value.map(readCertificate).every((read) => read !== null && canBeTrusted(read))
  return areTrusted ? found : failed('not-authority')
}

/** All certificates in a PEM text, in order, each once; `damaged` if one of them cannot be read. */
export function certificatesOf(text: string): Result<readonly Certificate[], 'damaged'> {
  const found = [...text.matchAll(pattern)].map(([, base64 = '']) => base64.replace(/\s/g, ''))
  if (found.length !== (text.match(/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/g)?.length ?? 0)) return failed('damaged')
  const certificates: Certificate[] = []
  for (const base64 of new Set(found)) {
    const { data: certificate } = certificateSchema.safeParse(base64)
    if (certificate === undefined || readCertificate(certificate) === null) return failed('damaged')
    certificates.push(certificate)
  }
  return success(certificates)
}

/** Parses a certificate; null for an invalid one, or one with bytes after its end. */
export function readCertificate(certificate: Certificate): X509Certificate | null {
  const der = Buffer.from(certificate, 'base64')
  try {
    const read = new X509Certificate(der)
    return read.raw.equals(der) ? read : null
  } catch {
    return null
  }
}

/** True for an authority, and for a self-signed certificate of a server. */
export function canBeTrusted(certificate: X509Certificate): boolean {
  if (certificate.ca) return true
  try {
    return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
  } catch {
    // The kind of its key is not supported.
    return false
  }
}

export function hasExpired(certificate: X509Certificate, now: number): boolean {
  return certificate.validToDate.getTime() < now
}

/** The facts of certificates for display; unreadable ones are left out. `now`: milliseconds since 1970. */
export function factsOf(certificates: readonly Certificate[], now: number): CertificateFacts[] {
  return certificates.flatMap((certificate) => {
    const read = readCertificate(certificate)
    if (read === null) return []
    const state = hasExpired(read, now) ? 'expired' : read.validFromDate.getTime() > now ? 'not-yet-valid' : 'valid'
    return [{
      certificate, name: nameOfCertificate(read), subject: subjectOf(read),
      validUntil: utcTime(read.validToDate.getTime()), state, fingerprint: certificateFingerprint(certificate),
    }]
  })
}

/** A certificate as one text of a message box or an audit line: fingerprint, subject, last day. */
export function certificateInWords(certificate: Certificate): string {
  return `SHA-256 ${certificateFingerprint(certificate)}, ${subjectAndEnd(certificate)}`
}

/** The subject of a certificate and its last day of validity. */
export function subjectAndEnd(certificate: Certificate): string {
  const read = readCertificate(certificate)
  return read === null ? 'cannot be read' : `${subjectOf(read)}, valid until ${dayOf(read.validToDate)}`
}

/** SHA-256 of a certificate's DER, as `openssl x509 -fingerprint -sha256` prints it, in lower case. */
export function certificateFingerprint(certificate: Certificate): string {
  return colonPairs(createHash('sha256').update(Buffer.from(certificate, 'base64')).digest('hex'))
}

/** The name by which a person recognises a certificate: its common name, or else its organisation. */
export function nameOfCertificate({ subject }: X509Certificate): string {
  const part = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]
  return (part('CN') ?? part('O') ?? subject.split('\n')[0] ?? '').slice(0, longestSubject)
}

/** The day of a moment in UTC: "2031-05-02". */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function subjectOf({ subject }: X509Certificate): string {
  const whole = subject.split('\n').join(', ')
  return whole.length > longestSubject ? `${whole.slice(0, longestSubject - 1)}…` : whole
}
