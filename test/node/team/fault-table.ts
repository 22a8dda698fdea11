/**
 * Everything that can fail between a desk and the database of its team. A test produces each; `docs/faults.md`
 * lists them.
 */
import { teamFailure, type TeamFailureCode } from '../../../electron/team/failure.ts'

export interface TeamFault {
  readonly when: 'before a connection' | 'while a claim is made' | 'with the server itself'
  readonly what: string
  /** The failure of a claim; null if it succeeds after all. */
  readonly code: TeamFailureCode | null
  /** True if the claim may exist although there was no reply: it is requested again before anything else. */
  readonly mayExist: boolean
  /** What happens if there is no failure. */
  readonly instead?: string
}

const before = { when: 'before a connection', mayExist: false } as const
const during = 'while a claim is made'
const repeated = {
  when: during, mayExist: false, code: null, instead: 'The claim is repeated with the same ids: `won`',
} as const
const server = { when: 'with the server itself', mayExist: false } as const

export const teamFaults = {
  refused: { ...before, what: 'Nobody listens at the address', code: 'unreachable' },
  muteServer: { ...before, what: 'The server accepts the connection and says nothing (5 s)', code: 'unreachable' },
  otherProtocol: { ...before, what: 'The address belongs to a server of another kind', code: 'not-a-database' },
  dropped: { ...before, what: 'The connection is closed before the server sends a byte', code: 'connection-dropped' },
  noEncryption: { ...before, what: 'A server elsewhere offers no TLS: user and password stay here', code: 'not-encrypted' },
  unknownAuthority: { ...before, what: 'The certificate is of an authority that is not trusted', code: 'certificate-untrusted' },
  wrongName: { ...before, what: 'The certificate is for another name', code: 'certificate-wrong-name' },
  expiredCertificate: { ...before, what: 'The certificate has expired', code: 'certificate-expired' },
  clearPassword: { ...before, what: 'The server asks for the password in clear, or as MD5', code: 'login-unsafe' },
  noProof: { ...before, what: 'The server lets in without a password: it proves nothing', code: 'login-unsafe' },
  wrongPassword: { ...before, what: 'The password is wrong, or has expired', code: 'login-refused' },
  noRole: { ...before, what: 'The login has no role in the team', code: 'no-rights' },
  noDatabase: { ...before, what: 'There is no database of this name', code: 'database-missing' },
  noSchema: { ...before, what: 'The database contains no team journal', code: 'schema-missing' },
  olderSchema: { ...server, what: 'The schema is of an earlier version', code: 'schema-older' },
  newerSchema: { ...server, what: 'The schema is of a newer version: reading goes on', code: 'schema-newer' },
  replyLost: { ...repeated, what: 'The answer is lost behind the commit' },
  requestLost: { ...repeated, what: 'The connection ends before the claim arrives' },
  sessionEnded: { ...repeated, what: 'An administrator ends the session' },
  commitUnknown: { ...repeated, what: 'The server answers that nobody knows whether it was committed (08007, 40003)' },
  stillUnknown: { when: during, what: 'It answers so until the time is over', code: 'commit-unknown', mayExist: true },
  blackHole: { when: during, what: 'Packets vanish (8 s an attempt) until the time is over', code: 'too-slow', mayExist: true },
  slowServer: { ...server, what: 'The server is busy with something else (3 s)', code: 'too-slow' },
  fullDisk: { ...server, what: 'The disk of the server is full', code: 'disk-full' },
  readOnly: { ...server, what: 'The server is a standby or read-only', code: 'read-only' },
  tooMany: { ...server, what: 'The server takes no further connections', code: 'busy' },
  backInTime: { ...server, what: 'The database went back in time (restore, asynchronous failover)', code: 'chain-gap' },
  behind: { ...server, what: 'Another server took over that lacks events of other desks that this one has read', code: 'went-back' },
  copiedJournal: { ...server, what: 'This computer’s journal was copied: another event stands in its place', code: 'chain-forked' },
  tooManyWaiting: { ...server, what: '50 desks wait to be admitted, and the desk joins as another one', code: 'too-many-waiting' },
  otherTeamIsNone: { ...server, what: 'The desk is in a rehearsal, and the database is of a team that is none', code: 'not-a-rehearsal' },
  otherTeamIsOne: { ...server, what: 'The database is a rehearsal, and the team of the desk is none', code: 'is-a-rehearsal' },
  wrongClock: {
    ...server, what: 'This computer’s clock is one hour off', code: null,
    instead: 'Claims and waiting times go by the server’s clock; the test of the connection names the difference',
  },
} as const satisfies Record<string, TeamFault>

/** The rows of the page. */
export function teamFaultRows(): string[] {
  return Object.values<TeamFault>(teamFaults).map(({ when, what, code, mayExist, instead }) => {
    const sent = code === null ? 'at once, after `won`' : mayExist ? 'no; the claim may stand and is asked for again' : 'no'
    const words = code === null ? instead ?? '' : teamFailure(code).detail
    const cells = [when, what, code === null ? 'none' : `\`${code}\``, sent, words]
    return `| ${cells.join(' | ')} |`
  })
}
