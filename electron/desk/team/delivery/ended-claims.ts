/** Claims that are still open in the team although their entry has ended here: the team did not accept the end yet. */
import type { EntryId, TeamEventId } from '#shared/brands.ts'
import { success, failed, type Result } from '#shared/result.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { OpenClaim, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import type { DeliveryFailure } from './delivery.ts'
import { merchantsOfTeam } from '../merchants.ts'
import { utcTime } from '../../../common/processes/time.ts'

/** Reports the state of those entries to the team again. The team decides again whether it ends the claim. */
export async function reportEndedClaims(
  services: Pick<Services, 'journal' | 'membership' | 'profiles' | 'system'>, team: TeamJournalPort,
): Promise<Result<null, DeliveryFailure>> {
  for (let after: EntryId | '' = ''; ;) {
    const open: Awaited<ReturnType<TeamJournalPort['openClaims']>> = await team.openClaims(merchantsOfTeam(services), { after })
    if (!open.ok) return failed({ of: 'team', failure: open.failure })
    const last = open.value.at(-1)
    if (last === undefined) return success(null)
    after = last.holder.entryId
    const reported = await reportEnded(services, open.value)
    if (!reported.ok) return reported
  }
}

async function reportEnded(
  { journal, system }: Pick<Services, 'journal' | 'system'>, claims: readonly OpenClaim[],
): Promise<Result<null, DeliveryFailure>> {
  for (const { slot, holder: { entryId } } of claims) {
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
