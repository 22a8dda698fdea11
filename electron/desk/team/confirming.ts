/** A person takes another desk as one of the team's, having compared the fingerprint of its key, or no longer does. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import { fingerprintIn } from '../../common/key-fingerprint.ts'
import { audited } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import { teamUnavailable } from './joining.ts'
import type { Team } from './team.ts'

const longestShownLabel = 60

/** As the contract says; `desk-changed` where the team journal has no such desk with this key. */
export async function confirmDesk(
  services: Services, team: Team, { deskId, fingerprint, reason }: ParsedInput<'team.confirmDesk'>,
): Promise<CallAnswer<'team.confirmDesk'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  const desks = await journal.desks()
  if (!desks.ok) return failed(teamUnavailable(desks.failure))
  const desk = desks.value.find((one) => one.deskId === deskId && one.deskId !== member.deskId)
  // SECURITY: what is confirmed is what was shown and compared, not what has taken its place since.
  if (desk === undefined || fingerprintIn(desk.publicKey) !== fingerprint) return failed({ code: 'desk-changed' })
  const line = {
    action: 'team-desk-confirmed', subject: desk.label.slice(0, longestShownLabel),
    detail: `Login ${desk.login}, key ${fingerprint}. ${reason}`,
  } as const
  return await audited(services, line, () => team.stateOfDesk({ kind: 'desk-confirmed', deskId, fingerprint, reason }))
}

/** As the contract says; `desk-not-confirmed` where it is not. The team need not be reached. */
export async function withdrawConfirmation(
  services: Services, team: Team, { deskId, reason }: ParsedInput<'team.withdrawConfirmation'>,
): Promise<CallAnswer<'team.withdrawConfirmation'>> {
  const confirmed = await services.journal.teamConfirmedDesks()
  if (!confirmed.ok) return confirmed
  const fingerprint = confirmed.value.find((one) => one.deskId === deskId)?.fingerprint
  if (fingerprint === undefined) return failed({ code: 'desk-not-confirmed' })
  const desks = await team.journal()?.desks()
  const desk = desks?.ok === true ? desks.value.find((one) => one.deskId === deskId) : undefined
  const line = {
    action: 'team-confirmation-withdrawn', subject: (desk?.label ?? deskId).slice(0, longestShownLabel),
    detail: `${desk === undefined ? '' : `Login ${desk.login}, `}key ${fingerprint}. ${reason}`,
  } as const
  return await audited(services, line, () =>
    team.stateOfDesk({ kind: 'desk-confirmation-withdrawn', deskId, fingerprint, reason }))
}
