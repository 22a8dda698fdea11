/** The open claims of the team, as a person asks for them. */
import type { EntryId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import { merchantsOfTeam } from '../merchants.ts'
import type { Team } from '../team-port.ts'

const noTeam = failed({ code: 'no-team' } as const)

/** The open claims of the merchants of this desk's profiles. */
export async function openClaims(
  services: Pick<Services, 'profiles' | 'membership'>, team: Team,
): Promise<CallAnswer<'team.openClaims'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return noTeam
  const open = await journal.openClaims(merchantsOfTeam(services))
  if (!open.ok) return failed(teamUnavailable(open.failure))
  return success(open.value.map(({ slot: { kind, merchantKey, id }, holder }) =>
    ({ kind, merchantKey, id, holder, isThisDesk: holder.deskId === member.deskId })))
}

/** SECURITY: only text with the form of an entry's id leaves this computer. */
export function isEntryOfTeam(entryId: EntryId): boolean {
  return /^[0-9a-f]{32}$/.test(entryId)
}
