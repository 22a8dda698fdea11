/**
 * Certificate authorities that a person adds: those of a profile's gateway, or of a team's database. They are public,
 * and stored and shown unencrypted.
 */
import type { Certificate } from '../../brands.ts'
import { utcTimeSchema } from '../values/branded.ts'
import { z } from '../values/zod.ts'

/**
 * The most that fit into a message box of the system with old and new ones together. Two overlap while an authority
 * changes.
 */
export const mostAuthorities = 4

/** The most characters of a certificate as base64; the largest in use have about 3,000. */
export const longestCertificate = 6_000

/** The most characters of a PEM text with all of them, including other text in the file. */
export const longestAuthorities = 65_536

/** The problems of a text or file of authorities. */
export const authoritiesProblems = [
  'no-certificate', 'private-key', 'too-long', 'too-many', 'damaged', 'not-authority',
] as const
export type AuthoritiesProblem = typeof authoritiesProblems[number]

/** Canonical base64: the unused bits of the last character are zero. */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/

/** One certificate: its DER as base64. */
export const certificateSchema = z.string().min(1).max(longestCertificate).regex(base64)
  .transform((text) => text as Certificate)

/** The authorities of a profile, sorted and without repetitions, so that equal trust is equal content. */
export const authoritiesSchema = z.array(certificateSchema).min(1).max(mostAuthorities)
  .transform((certificates) => [...new Set(certificates)].toSorted())

/** SECURITY: the text is stored, shown and put into invitations unencrypted; it must not contain a private key. */
function holdsPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY')
}

/**
 * The problem of a PEM text that is found without parsing its certificates; main checks the rest. Null for none, and
 * for an empty text, which means the system's authorities.
 */
export function authoritiesProblem(text: string): Exclude<AuthoritiesProblem, 'damaged' | 'not-authority'> | null {
  if (holdsPrivateKey(text)) return 'private-key'
  if (text.length > longestAuthorities) return 'too-long'
  if (text.trim() === '') return null
  const count = certificatesIn(text)
  if (count === 0) return 'no-certificate'
  return count > mostAuthorities ? 'too-many' : null
}

/** The number of certificates in a text. */
export function certificatesIn(text: string): number {
  return text.split(/-----BEGIN (?:X509 )?CERTIFICATE-----/).length - 1
}

/** A PEM text, as sent over the bridge and stored in files. */
export const authoritiesTextSchema = z.string().max(longestAuthorities).refine((text) => !holdsPrivateKey(text))

/** Certificates as a PEM text, with lines of 64 characters. */
export function pemOf(certificates: readonly Certificate[]): string {
  return certificates.map((certificate) => {
    const lines = certificate.match(/.{1,64}/g) ?? []
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  }).join('')
}

/** The facts by which a person recognises and compares a certificate. */
export const certificateFactsSchema = z.object({
  certificate: certificateSchema,
  /** Its common name, otherwise its organisation. */
  name: z.string(),
  /** All parts of its subject. */
  subject: z.string(),
  validUntil: utcTimeSchema,
  state: z.enum(['valid', 'expired', 'not-yet-valid']),
  /** SHA-256 of its DER: pairs of lower-case hexadecimal digits with colons between them. */
  fingerprint: z.string(),
})
export type CertificateFacts = z.infer<typeof certificateFactsSchema>

/** A trusted authority that ends within 30 days or has ended. */
export const authorityEndSchema = z.object({
  /** The profile that trusts it; null for the team's database. */
  profileName: z.string().nullable(),
  name: z.string(),
  fingerprint: z.string(),
  validUntil: utcTimeSchema,
  /** `soon`: it expires within 30 days; `due`: it has expired. */
  reminder: z.enum(['soon', 'due']),
})
export type AuthorityEnd = z.infer<typeof authorityEndSchema>
