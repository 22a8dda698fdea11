/** An administrator admits another desk after comparing the fingerprint of its key, or withdraws the admission. */
import type { DeskId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import { fingerprintIn } from '../../../common/signatures/key-fingerprint.ts'
import type { SeenOfDesk } from '../../../journal/port.ts'
import { audited } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import type { Team } from '../team-port.ts'

const longestShownLabel = 60

/**
 * See the contract. `desk-changed` if the team journal has no such desk with this key; `login-not-administrator` if the
 * database would reject the admission.
 */
export async function admitDesk(
  services: Services, team: Team, { deskId, fingerprint, reason }: ParsedInput<'team.admitDesk'>,
): Promise<CallAnswer<'team.admitDesk'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  const desks = await journal.desks()
  if (!desks.ok) return failed(teamUnavailable(desks.failure))
  const desk = desks.value.find((one) => one.deskId === deskId && one.deskId !== member.deskId)
  // SECURITY: only the key that was shown and compared is admitted, not one that replaced it meanwhile.
  if (desk === undefined || fingerprintIn(desk.publicKey) !== fingerprint) return failed({ code: 'desk-changed' })
  const isAdministrator = await journal.isAdministrator()
  if (!isAdministrator.ok) return failed(teamUnavailable(isAdministrator.failure))
  // A desk that is already admitted, such as the first one, may be compared at any desk.
  if (!desk.isAdmitted && !isAdministrator.value) return failed({ code: 'login-not-administrator' })
  const line = {
    action: 'team-desk-admitted', subject: desk.label.slice(0, longestShownLabel),
    detail: `Login ${desk.login}, key ${fingerprint}. ${reason}`,
  } as const
  return await delivered(team, await audited(services, line, () =>
    team.stateOfDesk({ kind: 'desk-admitted', deskId, fingerprint, reason })))
}

/**
 * See the contract. `desk-changed` if no other desk has this id; `login-not-administrator` if the database would ignore
 * it and keep the desk waiting. Works without a connection to the team.
 */
export async function withdrawAdmission(
  services: Services, team: Team, { deskId, reason }: ParsedInput<'team.withdrawAdmission'>,
): Promise<CallAnswer<'team.withdrawAdmission'>> {
  const member = team.membership()
  if (member === null) return failed({ code: 'no-team' })
  const delivery = await services.journal.teamDelivery()
  if (!delivery.ok) return delivery
  const known = await knownDesk(team, deskId, delivery.value?.seen ?? [])
  if (known === null || deskId === member.deskId) return failed({ code: 'desk-changed' })
  const { name, isWaiting, fingerprint } = known
  const isAdministrator = isWaiting ? await team.journal()?.isAdministrator() : undefined
  if (isAdministrator?.ok === true && !isAdministrator.value) return failed({ code: 'login-not-administrator' })
  const line = {
    action: 'team-admission-withdrawn', subject: (name?.label ?? deskId).slice(0, longestShownLabel),
    detail: `${name === null ? '' : `Login ${name.login}, `}${fingerprint === null ? 'no key' : `key ${fingerprint}`}. ${reason}`,
  } as const
  return await delivered(team, await audited(services, line, () =>
    team.stateOfDesk({ kind: 'desk-admission-withdrawn', deskId, fingerprint, reason })))
}

interface KnownDesk {
  readonly name: { readonly label: string; readonly login: string } | null
  readonly isWaiting: boolean
  readonly fingerprint: string | null
}

/** A desk as the team has it, or as last known if the team cannot be reached; null for an unknown desk. */
async function knownDesk(team: Team, deskId: DeskId, seen: readonly SeenOfDesk[]): Promise<KnownDesk | null> {
  const isWanted = (one: { readonly deskId: DeskId }) => one.deskId === deskId
  const desks = await team.journal()?.desks()
  const desk = desks?.ok === true ? desks.value.find(isWanted) : undefined
  if (desk !== undefined) {
    return { name: desk, isWaiting: !desk.isAdmitted && !desk.isWithdrawn, fingerprint: fingerprintIn(desk.publicKey) }
  }
  const state = await team.describe()
  // This desk has read nothing of a waiting desk, as that one cannot deliver.
  const waiting = state.state === 'member' ? state.notAdmitted.find(isWanted) : undefined
  if (waiting !== undefined) return { name: waiting, isWaiting: true, fingerprint: waiting.fingerprint }
  const read = seen.find(isWanted)
  return read === undefined ? null : { name: null, isWaiting: false, fingerprint: fingerprintIn(read.publicKey) }
}

/** Delivers the statement at once, as the other desk waits for it. */
async function delivered<Answer extends CallAnswer<'team.admitDesk'>>(team: Team, noted: Answer): Promise<Answer> {
  if (noted.ok) await team.contact()
  return noted
}
