/** The certificate authorities of a team, as a person pastes or chooses them: PEM that is kept and shown in clear. */
import { utcTimeSchema } from './branded.ts'
import { z } from './zod.ts'

/** Characters of all of them together. */
export const longestAuthorities = 65_536

/** What can be wrong with such a text. */
export const authoritiesProblems = ['no-certificate', 'private-key', 'too-long', 'damaged'] as const
export type AuthoritiesProblem = typeof authoritiesProblems[number]

/** SECURITY: the text is stored, shown and put into invitations in clear; a private key must not be among it. */
function holdsPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY')
}

/**
 * What is wrong with the text at first sight; null for nothing, and for no text, which stands for the system's
 * authorities. Whether its certificates can be read (`damaged`), main finds out.
 */
export function authoritiesProblem(text: string): Exclude<AuthoritiesProblem, 'damaged'> | null {
  if (holdsPrivateKey(text)) return 'private-key'
  if (text.length > longestAuthorities) return 'too-long'
  return text.trim() === '' || certificatesIn(text) > 0 ? null : 'no-certificate'
}

/** How many certificates the text contains. */
export function certificatesIn(text: string): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1
}

/** The text as it crosses the bridge and stands in files. */
export const teamAuthoritiesSchema = z.string().max(longestAuthorities).refine((text) => !holdsPrivateKey(text))

/** One certificate, as a person recognises it. */
export const certificateFactsSchema = z.object({
  /** Its common name, or else its organisation. */
  name: z.string(),
  /** All parts of its subject. */
  subject: z.string(),
  validUntil: utcTimeSchema,
  state: z.enum(['valid', 'expired', 'not-yet-valid']),
})
export type CertificateFacts = z.infer<typeof certificateFactsSchema>
