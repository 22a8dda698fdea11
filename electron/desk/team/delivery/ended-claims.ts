/** Claims that are still open in the team although their entry has ended here: ending them was too early. */
import type { TeamEventId } from '#shared/brands.ts'
import { success, failed, type Result } from '#shared/result.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import type { DeliveryFailure } from './delivery.ts'
import { merchantsOfTeam } from '../merchants.ts'
import { utcTime } from '../../../common/processes/time.ts'

/** Reports the state of those entries to the team again. The team decides again whether that ends their claim. */
export async function reportEndedClaims(
  services: Pick<Services, 'journal' | 'membership' | 'profiles' | 'system'>, team: TeamJournalPort,
): Promise<Result<null, DeliveryFailure>> {
  const { journal, system } = services
  const open = await team.openClaims(merchantsOfTeam(services))
  if (!open.ok) return failed({ of: 'team', failure: open.failure })
  for (const { slot, holder: { entryId } } of open.value) {
    const found = await journal.entry({ entryId })
    if (!found.ok) return failed({ of: 'journal', failure: found.failure })
    if (found.value === null || !endsClaim(slot.kind, found.value.row.state)) continue
    const noted = await journal.teamReportAgain({
      entryId, eventId: system.randomHex(16) as TeamEventId, at: utcTime(system.now()),
    })
    if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  }
  return success(null)
}
