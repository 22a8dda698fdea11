/** Proving the team journal, with how far it is, and which of the desks are admitted. */
import type { DeskId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { dropFrequent as seldom } from '../../common/drop-frequent.ts'
import type { Delivery } from '../../journal/port.ts'
import type { KnownDesk, TeamBreak, VerifyProgress } from '../../team/port.ts'
import type { Emit, Services } from '../services.ts'
import { admittedDesks } from './admitted-desks.ts'
import { teamUnavailable } from './joining.ts'
import type { Team } from './team-port.ts'

/** Checks the chains of all desks, against what this desk saw of them before. `cancelled` once `signal` aborts. */
export async function verifyTeam(
  { journal, system }: Pick<Services, 'journal' | 'system'>, emit: Emit, team: Team, signal: AbortSignal,
): Promise<CallAnswer<'team.verify'>> {
  const [port, member] = [team.journal(), team.membership()]
  if (port === null || member === null) return failed({ code: 'no-team' })
  const stands = await journal.teamDelivery()
  if (!stands.ok) return stands
  const own = await journal.teamDeskStatements()
  if (!own.ok) return own
  const tell = seldom(system, (progress: VerifyProgress) => { emit('team.verifying', progress) })
  const verified = await port.verify(knownIn(stands.value), tell, signal)
  if (!verified.ok) {
    return failed(verified.failure.code === 'cancelled' ? { code: 'cancelled' } : teamUnavailable(verified.failure))
  }
  // SECURITY: the database lets write whom it names. A person, or the signed word of an admitted desk, proves it.
  const admitted = admittedDesks(member.deskId, own.value, verified.value)
  const standing = (deskId: DeskId) =>
    (deskId === member.deskId ? 'this-desk' : admitted.has(deskId) ? 'admitted' : 'not-admitted')
  return success({
    desks: verified.value.desks.map((desk) => ({ ...desk, standing: standing(desk.deskId) })),
    breaks: verified.value.breaks.map(shownBreak),
  })
}

/** What this desk knows of itself, as it is its own witness, and of the others. */
export function knownIn(stands: Delivery | null): readonly KnownDesk[] {
  if (stands === null) return []
  const { deskId, position, publicKey, seen } = stands
  return [{ deskId, ...position, publicKey }, ...seen]
}

function shownBreak(found: TeamBreak) {
  return {
    kind: found.kind,
    deskId: 'deskId' in found ? found.deskId : null,
    number: 'number' in found ? found.number : null,
    entryId: 'entryId' in found ? found.entryId : null,
    table: 'table' in found ? found.table : null,
  }
}
