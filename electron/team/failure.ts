/** All failures of a team's database, each with its sentence. */

const sentences = {
  'unreachable': 'The team database could not be reached. Check the network and the address, or ask its administrator whether it runs.',
  'not-encrypted': 'The team database offers no encryption. Nothing was sent to it, not even the password. Ask its administrator to enable TLS.',
  'certificate-untrusted': 'The certificate of the team database was issued by an authority that is not trusted here. Enter the file of the team’s certificate authority.',
  'certificate-wrong-name': 'The certificate of the team database was issued for another name than the address. Check the address.',
  'certificate-expired': 'The certificate of the team database is not valid today. Check this computer’s clock; if it is right, ask the administrator for a new certificate.',
  'not-a-database': 'What answers at the address is not a PostgreSQL server. Check the address and the port.',
  'connection-dropped': 'The connection was closed before the server sent anything. A firewall or proxy may close it, or the port belongs to something else. Check the address, the port and the network.',
  'login-unsafe': 'The server asked for the password in a way that would reveal it, or could not prove its identity. The password was not sent. Ask its administrator for SCRAM authentication.',
  'login-refused': 'The team database refused the login. Check user and password, or the client certificate; the password may have expired.',
  'client-certificate-refused': 'The team database refused the client certificate. It may have expired, or be of an authority that the server does not trust. Ask its administrator.',
  'client-key-missing': 'The private key of the client certificate is not available. Unlock, or choose the certificate again.',
  'login-missing': 'A login or role does not exist on the server. Create it or correct its name, then try again.',
  'password-missing': 'The password of the team database is not available. Unlock, or enter it again.',
  'database-missing': 'There is no database of this name on the server. Check the name.',
  'busy': 'The team database accepts no further connections at the moment. Try again in a minute.',
  'encoding-wrong': 'The database cannot store the letters of every language. Ask its administrator for a database with the encoding UTF8.',
  'schema-missing': 'The database contains no team journal. An administrator creates it under Set-up, Team.',
  'schema-newer': 'The team journal was set up by a newer version of this application. Update this application; until then it reads only.',
  'schema-older': 'The team journal needs an upgrade. An administrator upgrades it under Set-up, Team.',
  'no-rights': 'This login has no rights to the team journal. Ask its administrator for the role of a desk.',
  'read-only': 'The team database accepts no changes at the moment: it is a standby or read-only. Ask its administrator.',
  'disk-full': 'The disk of the team database is full. Ask its administrator.',
  'too-slow': 'The team database did not answer in time. Try again; if it happens often, tell its administrator.',
  'connection-lost': 'The connection to the team database was lost. It is made again at the next attempt.',
  'commit-unknown': 'The team database could not say whether it carried this out. It is asked again before anything is sent.',
  'shutting-down': 'The team database is shutting down or starting. Try again in a minute.',
  'contended': 'Other desks were changing the same rows. Try again.',
  'chain-gap': 'The team journal lacks earlier events of this desk. They are delivered again first.',
  'went-back': 'The team database lacks events that this desk has read: it was restored, or another server took over. Nothing is sent until this desk has compared both.',
  'chain-forked': 'The team journal contains other events of this desk. The journal of this computer was copied or restored. Ask the administrator of the team.',
  'desk-of-another': 'This desk joined the team with another login. Use that login, or join as a new desk.',
  'desk-not-proven': 'This desk cannot prove that it is the desk that joined: its secret is missing or another one. Leave the team and join it again, as a new desk; an administrator admits it.',
  'session-shared': 'A connection pooler before the team database gives this desk another session for each call. Nothing is claimed or delivered until it works in session mode. Ask its administrator.',
  'desk-not-admitted': 'This desk is not admitted to the team. An administrator compares the fingerprint of its key and admits it under Set-up, Team, on a desk that is admitted.',
  'too-many-waiting': 'Too many desks wait to be admitted to the team, so this one is not registered yet. An administrator admits or refuses some of them under Set-up, Team, on a desk that is admitted. This desk tries again automatically.',
  'not-a-rehearsal': 'The team journal in this database is no rehearsal. Nothing was changed or delivered there. Check the address; a rehearsal has a database of its own.',
  'is-a-rehearsal': 'The team journal in this database is a rehearsal, and the team of this desk is none. Nothing was delivered there. Check the address; to take part in the rehearsal, leave the team and join it.',
  'not-an-administrator': 'Only an administrator of the team can do this.',
  'refused-by-rules': 'The team journal refused this by its rules. Nothing was changed.',
  'not-proven': 'A verification of the team journal found something wrong, so that nothing may be removed from it. Verify the team journal under Set-up, Team.',
  'closed': 'The connection to the team was closed.',
  'cancelled': 'Cancelled.',
  'unexpected': 'The team database reported an unexpected error. The log names its code.',
} as const satisfies Record<string, string>

export type TeamFailureCode = keyof typeof sentences

/** Why a call to a team's database has no result. It never contains a password, a value or a text of the server. */
export interface TeamFailure {
  readonly code: TeamFailureCode
  /** The failure and the next step, as a plain sentence. */
  readonly detail: string
  /** The server's or system's own code, such as `53100`; null without one. */
  readonly technical: string | null
  /** False if the call certainly changed nothing; true if that is not known. */
  readonly mayHaveHappened: boolean
}

/** Creates a failure with its sentence. */
export function teamFailure(
  code: TeamFailureCode, { technical = null, mayHaveHappened = false }: Partial<Pick<TeamFailure, 'technical' | 'mayHaveHappened'>> = {},
): TeamFailure {
  return { code, detail: sentences[code], technical, mayHaveHappened }
}
