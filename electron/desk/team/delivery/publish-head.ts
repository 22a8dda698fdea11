/** Signed heads of this desk's chain. They prove that the database's administrator changed nothing in it. */
import { failed, success, type Result } from '#shared/result.ts'
import type { Delivery } from '../../../journal/port.ts'
import type { TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { deliver, type DeliveryFailure } from './delivery.ts'
import { utcTime } from '../../../common/processes/time.ts'

/**
 * Signs a head over all delivered events and delivers it as one of the desk's own events. Call it while nothing is
 * pending. Does nothing without a key, or while the vault is locked.
 */
export async function publishHead(
  { journal, vault, system }: Pick<Services, 'journal' | 'vault' | 'system'>, team: TeamJournalPort,
  { deskId, position, seen }: Delivery,
): Promise<Result<null, DeliveryFailure>> {
  const head = await team.composeHead(deskId, position, utcTime(system.now()), seen, async (unsigned) => {
    const signed = await vault.signTeamHead({ head: unsigned })
    return signed.ok ? signed.value : null
  })
  if (!head.ok) return failed({ of: 'team', failure: head.failure })
  if (head.value === null) return success(null)
  // Stored before it is delivered: after an interruption the team must not have an event that this desk does not know.
  const kept = await journal.teamAppend(head.value)
  if (!kept.ok) return failed({ of: 'journal', failure: kept.failure })
  const delivered = await deliver(journal, team, { past: false })
  return delivered.ok ? success(null) : delivered
}
