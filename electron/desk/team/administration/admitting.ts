/** An administrator admits another desk, having compared the fingerprint of its key, or withdraws that. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import { fingerprintIn } from '../../../common/signatures/key-fingerprint.ts'
import { audited } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import type { Team } from '../team-port.ts'

const longestShownLabel = 60

/**
 * As the contract declares; `desk-changed` where the team journal has no such desk with this key, and
 * `login-not-administrator` where the database would reject it.
 */
export async function admitDesk(
  services: Services, team: Team, { deskId, fingerprint, reason }: ParsedInput<'team.admitDesk'>,
): Promise<CallAnswer<'team.admitDesk'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  const desks = await journal.desks()
  if (!desks.ok) return failed(teamUnavailable(desks.failure))
  const desk = desks.value.find((one) => one.deskId === deskId && one.deskId !== member.deskId)
  // SECURITY: only the key that was shown and compared is admitted, not one that replaced it since.
  if (desk === undefined || fingerprintIn(desk.publicKey) !== fingerprint) return failed({ code: 'desk-changed' })
  const leads = await journal.isAdministrator()
  if (!leads.ok) return failed(teamUnavailable(leads.failure))
  // A desk that is already admitted, such as the first one, may be compared at any desk.
  if (!desk.isAdmitted && !leads.value) return failed({ code: 'login-not-administrator' })
  const line = {
    action: 'team-desk-admitted', subject: desk.label.slice(0, longestShownLabel),
    detail: `Login ${desk.login}, key ${fingerprint}. ${reason}`,
  } as const
  return await delivered(team, await audited(services, line, () =>
    team.stateOfDesk({ kind: 'desk-admitted', deskId, fingerprint, reason })))
}

/**
 * As the contract declares; `desk-changed` where no other desk is known by this id. Works without a connection to the
 * team.
 */
export async function withdrawAdmission(
  services: Services, team: Team, { deskId, reason }: ParsedInput<'team.withdrawAdmission'>,
): Promise<CallAnswer<'team.withdrawAdmission'>> {
  const member = team.membership()
  if (member === null) return failed({ code: 'no-team' })
  const delivery = await services.journal.teamDelivery()
  if (!delivery.ok) return delivery
  const desks = await team.journal()?.desks()
  const desk = desks?.ok === true ? desks.value.find((one) => one.deskId === deskId) : undefined
  const known = desk ?? delivery.value?.seen.find((one) => one.deskId === deskId)
  if (known === undefined || deskId === member.deskId) return failed({ code: 'desk-changed' })
  const fingerprint = fingerprintIn(known.publicKey)
  const line = {
    action: 'team-admission-withdrawn', subject: (desk?.label ?? deskId).slice(0, longestShownLabel),
    detail: `${desk === undefined ? '' : `Login ${desk.login}, `}${fingerprint === null ? 'no key' : `key ${fingerprint}`}. ${reason}`,
  } as const
  return await delivered(team, await audited(services, line, () =>
    team.stateOfDesk({ kind: 'desk-admission-withdrawn', deskId, fingerprint, reason })))
}

/** Delivers the statement at once, as the other desk waits for it. */
async function delivered<Answer extends CallAnswer<'team.admitDesk'>>(team: Team, noted: Answer): Promise<Answer> {
  if (noted.ok) await team.contact()
  return noted
}
