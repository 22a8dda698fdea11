/** Adopts another desk's request without a certain outcome into this history to check it. It is never sent here. */
import type { EntryId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { isOpen } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import { teamMerchantOf } from '#shared/team/team-merchant.ts'
import type { Services } from '../../services.ts'
import { showOwnOnce } from '../delivery/copying.ts'
import { teamUnavailable } from '../membership/joining.ts'
import { isEntryOfTeam } from './open-claims.ts'
import type { Team } from '../team-port.ts'
import { utcTime } from '../../../common/processes/time.ts'

/**
 * Adopts the request of an open claim as an open outcome. From then on it is checked, resolved and closed by this
 * desk's rules, and the results are delivered to the team. Fails with `nothing-to-resolve` if it was resolved here
 * before.
 */
export async function adopt(
  services: Services, team: Team, entryId: EntryId,
): Promise<CallAnswer<'team.adopt'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  if (!isEntryOfTeam(entryId)) return failed({ code: 'no-such-entry' })
  const here = await services.journal.entry({ entryId })
  if (!here.ok) return here
  if (here.value !== null) return isOpen(here.value.row.state) ? success(null) : failed({ code: 'nothing-to-resolve' })
  const events = await journal.entry(entryId)
  if (!events.ok) return failed(teamUnavailable(events.failure))
  const intent = events.value.map((event) => foreignRecord('intent', event)).find((found) => found !== null) ?? null
  const claimed = events.value.find(({ deskId }) => deskId !== member.deskId)
  if (intent?.entryId !== entryId || intent.effect === 'reads' || claimed === undefined) return failed({ code: 'no-such-entry' })
  const profile = services.profiles.list().find((one) =>
    teamMerchantOf(one, member.rehearsal) === intent.merchantKey && one.environment === intent.environment)
  if (profile === undefined) return failed({ code: 'no-such-profile' })
  const written = await services.journal.recordIntent({
    ...intent, profileId: profile.id, profileName: profile.name, adoptedFrom: claimed.deskId,
  })
  if (!written.ok) return written
  const kept = await services.journal.recordOutcome({
    entryId, at: utcTime(services.system.now()), kind: 'unknown', fault: 'lost-other', httpStatus: null, status: null,
    stage: null, orderId: null, serialNumber: null, errorCode: null, errorText: null, lastFour: null, reply: null,
    durationMs: 0,
  })
  if (!kept.ok) return kept
  await showOwnOnce(services, [entryId])
  return success(null)
}
