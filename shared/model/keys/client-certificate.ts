/** The certificate with which a desk logs in to a team's database, instead of a password. The vault has its key. */

/** The problems of a client certificate, its private key, or the files of both. */
export const clientCertificateProblems = [
  'no-certificate', 'damaged', 'too-many', 'no-key', 'several-keys', 'key-encrypted', 'key-unreadable', 'key-kind', 'key-of-another',
  'expired', 'unreadable', 'no-authorities',
] as const
export type ClientCertificateProblem = typeof clientCertificateProblems[number]
