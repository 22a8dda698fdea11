/** Signed heads of this desk's chain: they prove what the administrator of the database must not have changed. */
import { teamBodySchema } from '#shared/model/team.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Delivery } from '../../journal/port.ts'
import type { TeamJournalPort } from '../../team/port.ts'
import type { Services } from '../services.ts'
import type { DeliveryFailure } from './delivery.ts'
import { utcTime } from '../../common/time.ts'

/**
 * Signs and publishes a head over everything that was delivered, and keeps it with the desk's own events, so that it
 * can be delivered again. Call while nothing waits. Nothing happens without a key, or while the vault is locked.
 */
export async function publishHead(
  { journal, vault, system }: Pick<Services, 'journal' | 'vault' | 'system'>, team: TeamJournalPort,
  { deskId, position, seen }: Delivery,
): Promise<Result<null, DeliveryFailure>> {
  const published = await team.publishHead(deskId, position, utcTime(system.now()), seen, async (head) => {
    const signed = await vault.signTeamHead({ head })
    return signed.ok ? signed.value : null
  })
  if (!published.ok) return failed({ of: 'team', failure: published.failure })
  if (published.value.position.number === position.number) return success(null)
  const read = await team.feed([...seen, { deskId, ...position }])
  if (!read.ok) return failed({ of: 'team', failure: read.failure })
  const event = read.value.events.find((one) => one.deskId === deskId && one.number === published.value.position.number)
  if (event === undefined) return success(null)
  const kept = await journal.teamAppend({
    eventId: event.eventId, entryId: null, kind: event.kind, at: event.at,
    body: teamBodySchema.parse(JSON.parse(event.body)),
  })
  const noted = kept.ok ? await journal.teamDelivered(published.value.position) : kept
  return noted.ok ? success(null) : failed({ of: 'journal', failure: noted.failure })
}
