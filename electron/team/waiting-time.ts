/** Minutes that a claim must be old before a person closes it by hand: a setting of the whole team. */
import { success, type Result } from '#shared/result.ts'
import type { TeamFailure } from './failure.ts'
import { schemaVersion } from './migrations/index.ts'
import { count } from './rows.ts'
import type { Session } from './session.ts'

/** The current waiting time in minutes. */
export async function readWaitingTime(session: Session): Promise<Result<number, TeamFailure>> {
  const found = await session.query('SELECT minutes FROM team_journal.waiting_time ORDER BY id DESC LIMIT 1')
  return found.ok ? success(count(found.value[0] ?? {}, 'minutes')) : found
}

/** Changes the waiting time for all desks. `no-rights` if the login is no administrator of the team. */
export async function setWaitingTime(session: Session, minutes: number): Promise<Result<null, TeamFailure>> {
  const set = await session.query('SELECT team_journal.set_waiting_time($1, $2)', [schemaVersion, minutes])
  return set.ok ? success(null) : set
}
