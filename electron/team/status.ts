/** Reads the state of a team for the operator of its database: open claims by age, silent desks, unsigned events. */
import { success, type Result } from '#shared/result.ts'
import type { TextRow } from './connection.ts'
import type { TeamFailure } from './failure.ts'
import { stateOf } from './holders.ts'
import { withdrawn } from './reading.ts'
import { count, text, textOrNull } from './rows.ts'
import type { Session } from './session.ts'

/** So many minutes after its newest event, a desk counts as silent. */
const silentAfterMinutes = 3 * 24 * 60

/** An open claim. Ages are minutes by the server's clock. */
interface OpenClaimStatus {
  readonly kind: string
  readonly id: string
  readonly desk: string
  readonly login: string
  readonly state: string | null
  readonly ageMinutes: number
}

/** A desk: the ages of its newest event and newest head (null for none), and the number of events after that head. */
interface DeskStatus {
  readonly desk: string
  readonly login: string
  readonly isAdmitted: boolean
  readonly isWithdrawn: boolean
  readonly newestMinutes: number | null
  readonly headMinutes: number | null
  readonly unsigned: number
}

export interface TeamStatus {
  readonly waitingTime: number
  /** Oldest first, at most 100. */
  readonly openClaims: readonly OpenClaimStatus[]
  readonly desks: readonly DeskStatus[]
  readonly bytes: number
  /** Problems that a person must check, as plain sentences; empty without problems. */
  readonly problems: readonly string[]
}

// Never negative, even if times are in the future because the server's clock was set back or another server replaced
// it. Null stays null.
const age = (since: string): string =>
  `CASE WHEN ${since} > clock_timestamp() THEN 0 ELSE floor(extract(epoch FROM clock_timestamp() - ${since}) / 60) END::bigint`

/** Reads the state of a team. Changes nothing. */
export async function readStatus(session: Session): Promise<Result<TeamStatus, TeamFailure>> {
  const sizes = await session.query(
    `SELECT (SELECT minutes FROM team_journal.waiting_time ORDER BY id DESC LIMIT 1) AS minutes,
      (SELECT sum(pg_total_relation_size(format('team_journal.%I', tablename)::regclass)) FROM pg_tables
        WHERE schemaname = 'team_journal') AS bytes`,
  )
  if (!sizes.ok) return sizes
  const claims = await session.query(
    `SELECT c.kind, c.id, d.label, c.login, ${stateOf('c.entry_id')} AS state, ${age('c.claimed_at')} AS age
      FROM team_journal.claim c JOIN team_journal.desk d ON d.desk_id = c.desk_id
        LEFT JOIN team_journal.closing k ON k.entry_id = c.entry_id
      WHERE k.entry_id IS NULL ORDER BY c.claimed_at, c.entry_id LIMIT 100`,
  )
  if (!claims.ok) return claims
  const desks = await session.query(
    `SELECT d.label, d.login, team_journal.is_admitted(d.desk_id) AS admitted, ${withdrawn} AS withdrawn, ${age('e.received_at')} AS newest,
        ${age('h.received_at')} AS head, coalesce(e.number, 0) - coalesce(h.number, 0) AS unsigned
      FROM team_journal.desk d
        LEFT JOIN LATERAL (SELECT x.number, x.received_at FROM team_journal.event x WHERE x.desk_id = d.desk_id
          ORDER BY x.number DESC LIMIT 1) e ON true
        LEFT JOIN LATERAL (SELECT x.number, x.received_at FROM team_journal.event x WHERE x.desk_id = d.desk_id
          AND x.kind = 'head' ORDER BY x.number DESC LIMIT 1) h ON true
      ORDER BY d.label, d.desk_id`,
  )
  if (!desks.ok) return desks
  const [row = {}] = sizes.value
  const status = {
    waitingTime: count(row, 'minutes'), bytes: count(row, 'bytes'), openClaims: claims.value.map(claimIn),
    desks: desks.value.map(deskIn),
  }
  return success({ ...status, problems: problemsOf(status) })
}

function problemsOf({ waitingTime, openClaims, desks }: Omit<TeamStatus, 'problems'>): string[] {
  // A desk whose admission was withdrawn is expected to be silent.
  const current = desks.filter(({ isWithdrawn }) => !isWithdrawn)
  return [
    ...openClaims.filter(({ ageMinutes }) => ageMinutes > waitingTime)
      .map(({ desk, ageMinutes }) => `A claim of ${desk} has been open for ${ageMinutes} minutes.`),
    ...current.filter(({ newestMinutes }) => (newestMinutes ?? 0) > silentAfterMinutes)
      .map(({ desk }) => `${desk} has delivered nothing for more than ${silentAfterMinutes / 60} hours.`),
    ...current.filter(({ isAdmitted }) => !isAdmitted).map(({ desk }) => `${desk} is not admitted.`),
  ]
}

function claimIn(row: TextRow): OpenClaimStatus {
  return {
    kind: text(row, 'kind'), id: text(row, 'id'), desk: text(row, 'label'), login: text(row, 'login'),
    state: textOrNull(row, 'state'), ageMinutes: count(row, 'age'),
  }
}

function deskIn(row: TextRow): DeskStatus {
  return {
    desk: text(row, 'label'), login: text(row, 'login'), isAdmitted: row.admitted === 't',
    isWithdrawn: row.withdrawn === 't',
    newestMinutes: row.newest == null ? null : count(row, 'newest'),
    headMinutes: row.head == null ? null : count(row, 'head'), unsigned: count(row, 'unsigned'),
  }
}
