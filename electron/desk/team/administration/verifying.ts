/** Verifies the team journal, with progress, and reports which of its desks are admitted. */
import type { DeskId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { withoutDirections } from '#shared/text-direction.ts'
import { dropFrequent } from '../../../common/processes/drop-frequent.ts'
import type { Delivery } from '../../../journal/port.ts'
import type { Knowledge, KnownDesk, TeamBreak, VerifiedDesk, VerifyProgress } from '../../../team/port.ts'
import type { Emit, Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import type { Team } from '../team-port.ts'

/**
 * Verifies the chains of all desks and compares them with what this desk read before. Fails with `cancelled` once
 * `signal` aborts.
 */
export async function verifyTeam(
  { journal, system }: Pick<Services, 'journal' | 'system'>, emit: Emit, team: Team, signal: AbortSignal,
): Promise<CallAnswer<'team.verify'>> {
  const [port, member] = [team.journal(), team.membership()]
  if (port === null || member === null) return failed({ code: 'no-team' })
  const known = await knowledgeOf(journal, member.deskId)
  if (!known.ok) return known
  const report = dropFrequent(system, (progress: VerifyProgress) => { emit('team.verifying', progress) })
  const verified = await port.verify(known.value, report, signal)
  if (!verified.ok) {
    return failed(verified.failure.code === 'cancelled' ? { code: 'cancelled' } : teamUnavailable(verified.failure))
  }
  return success({
    desks: verified.value.desks.map((desk) => shownDesk(desk, member.deskId)),
    breaks: verified.value.breaks.map(shownBreak),
  })
}

/**
 * What this desk knows for a verification: its own chain, the last events that it read of other desks, and the desks
 * that people here compared.
 */
export async function knowledgeOf(
  journal: Services['journal'], self: DeskId,
): Promise<Result<Knowledge, Failure>> {
  const delivery = await journal.teamDelivery()
  if (!delivery.ok) return delivery
  const statements = await journal.teamDeskStatements()
  if (!statements.ok) return statements
  return success({ self, desks: desksIn(delivery.value), statements: statements.value })
}

function desksIn(delivery: Delivery | null): readonly KnownDesk[] {
  if (delivery === null) return []
  const { deskId, position, publicKey, seen } = delivery
  return [{ deskId, ...position, publicKey }, ...seen]
}

/**
 * SECURITY: the database permits its listed desks to write, which proves no admission. Only a person, or the signed
 * statement of an admitted desk, proves one. Any login can choose a desk's name, so direction characters are removed:
 * they could reverse the sentence around it.
 */
function shownDesk({ isAdmitted, label, ...desk }: VerifiedDesk, self: DeskId) {
  const standing = desk.deskId === self ? 'this-desk' : isAdmitted ? 'admitted' : 'not-admitted'
  return { ...desk, label: withoutDirections(label), standing } as const
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
