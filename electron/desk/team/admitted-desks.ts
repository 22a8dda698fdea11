/**
 * Which desks are admitted, as this desk can prove it: a person here compared the fingerprint of a desk's key, or a
 * desk that is admitted states so in its signed chain. What was stated here counts above all: the first desk of a team,
 * which nobody admitted, is compared by each.
 */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import { utcTime } from '../../common/time.ts'
import type { OwnDeskStatement } from '../../journal/port.ts'
import type { TeamVerification } from '../../team/port.ts'
import { whoActs } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

/** What a person states of a desk with this key. */
export interface NewDeskStatement {
  readonly kind: 'desk-admitted' | 'desk-admission-withdrawn'
  readonly deskId: DeskId
  readonly fingerprint: string
  readonly reason: string
}

/** Adds it to this desk's chain. The database lets the desk write, or no longer, when it is delivered. */
export async function noteStatement(
  services: Pick<Services, 'journal' | 'system' | 'users'>, { kind, deskId, fingerprint, reason }: NewDeskStatement,
): Promise<Result<null, Failure>> {
  const { journal, system } = services
  return await journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind, at: utcTime(system.now()),
    // SECURITY: it leaves this computer: people paste whole mails.
    body: { record: { deskId, fingerprint, who: whoActs(services), reason: maskFreeText(reason) } },
  })
}

/**
 * The admitted desks of a verification. SECURITY: a statement counts only if it was signed with the key that was
 * admitted, so that the administrator of the database can admit no desk of their own.
 */
export function admittedDesks(
  self: DeskId, own: readonly OwnDeskStatement[], { desks, statements }: Pick<TeamVerification, 'desks' | 'statements'>,
): ReadonlySet<DeskId> {
  const keys = new Map(desks.map(({ deskId, fingerprint }) => [deskId, fingerprint]))
  const admitted = new Set<DeskId>()
  const take = ({ deskId, fingerprint, isAdmitted }: OwnDeskStatement): void => {
    if (isAdmitted && keys.get(deskId) === fingerprint) admitted.add(deskId)
    else admitted.delete(deskId)
  }
  own.forEach(take)
  const isDecidedHere = (deskId: DeskId): boolean => own.some((one) => one.deskId === deskId)
  for (const statement of statements) {
    if (admitted.has(statement.by) && !isDecidedHere(statement.deskId) && statement.deskId !== self) take(statement)
  }
  return admitted
}
