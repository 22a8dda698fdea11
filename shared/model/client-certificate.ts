/** The certificate that a desk shows a team's database in the place of a password. The vault keeps its private key. */

/** What can be wrong with a client certificate, its private key, or the files of both. */
export const clientCertificateProblems = [
  'no-certificate', 'damaged', 'too-many', 'no-key', 'several-keys', 'key-encrypted', 'key-unreadable', 'key-kind', 'key-of-another',
  'expired', 'unreadable', 'no-authorities',
] as const
export type ClientCertificateProblem = typeof clientCertificateProblems[number]
