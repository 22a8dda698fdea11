/**
 * Desks that a person here has confirmed: the fingerprint of their key was compared with what the desk itself shows.
 * Each is an event of this desk's own chain, so that it stays over a restart, ends with the membership, and is told.
 */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { fingerprintIn } from '../../common/key-fingerprint.ts'
import { utcTime } from '../../common/time.ts'
import { audited, whoActs } from '../maintenance/index.ts'
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
  return await audited(services, line, () => team.confirmDesk({ deskId, fingerprint, reason }))
}

/** Notes it, for this desk and for the team. */
export async function noteConfirmed(
  services: Pick<Services, 'journal' | 'system' | 'users'>,
  { deskId, fingerprint, reason }: { readonly deskId: DeskId; readonly fingerprint: string; readonly reason: string },
): Promise<Result<null, Failure>> {
  const { journal, system } = services
  const noted = await journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind: 'desk-confirmed', at: utcTime(system.now()),
    // SECURITY: it leaves this computer: people paste whole mails.
    body: { record: { deskId, fingerprint, who: whoActs(services), reason: maskFreeText(reason) } },
  })
  return noted.ok ? success(null) : noted
}
