/** The certificate authorities of a team, as a person pastes them: PEM that is kept and shown in clear. */

/** Characters of all of them together. */
export const longestAuthorities = 65_536

export type AuthoritiesProblem = 'no-certificate' | 'private-key' | 'too-long'

/** SECURITY: the text is stored, shown and put into invitations in clear; a private key must not be among it. */
export function holdsPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY')
}

/** What is wrong with the text; null for nothing, and for no text, which stands for the system's authorities. */
export function authoritiesProblem(text: string): AuthoritiesProblem | null {
  if (holdsPrivateKey(text)) return 'private-key'
  if (text.length > longestAuthorities) return 'too-long'
  return text.trim() === '' || certificatesIn(text) > 0 ? null : 'no-certificate'
}

/** How many certificates the text contains. */
export function certificatesIn(text: string): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1
}
