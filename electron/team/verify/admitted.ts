/**
 * Determines which desks are provably admitted: the verifier's people compared the fingerprint of a desk's key, or an
 * admitted desk states it in its signed chain. The verifier's own statements have precedence. Each desk has to compare
 * the first desk of a team itself, because no desk admitted that one.
 */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { deskIdSchema } from '#shared/model/values/branded.ts'
import { fingerprintSchema } from '#shared/model/values/fingerprint.ts'
import { z } from '#shared/model/values/zod.ts'
import { recordIn } from '../../common/signatures/team-head.ts'
import type { TeamEvent, VerifiedDesk } from '../port.ts'
import type { DeskStatement, Knowledge } from '../verification.ts'

const recordSchema = z.object({ deskId: deskIdSchema, fingerprint: fingerprintSchema })

/** A statement about another desk in a desk's chain. */
export interface ChainStatement extends DeskStatement {
  readonly by: DeskId
  readonly number: number
  readonly receivedAt: UtcTime
}

/** The statement in an event; null without one. */
export function statementIn({ deskId: by, number, receivedAt, kind, facts }: TeamEvent): ChainStatement | null {
  if (kind !== 'desk-admitted' && kind !== 'desk-admission-withdrawn') return null
  const record = recordSchema.safeParse(recordIn(facts)).data
  return record === undefined ? null : { ...record, by, number, receivedAt, isAdmitted: kind === 'desk-admitted' }
}

/**
 * The admitted desks. SECURITY: a statement counts only if a valid head of an admitted desk covers it, so that the
 * administrator of the database cannot admit a desk.
 */
export function admittedDesks(
  { self, statements: own }: Knowledge, stated: readonly ChainStatement[],
  desks: readonly Pick<VerifiedDesk, 'deskId' | 'fingerprint' | 'provenThrough'>[],
): ReadonlySet<DeskId> {
  const known = new Map(desks.map((desk) => [desk.deskId, desk]))
  const admitted = new Set<DeskId>(self === null ? [] : [self])
  const apply = ({ deskId, fingerprint, isAdmitted }: DeskStatement): void => {
    if (deskId === self) return
    if (isAdmitted && known.get(deskId)?.fingerprint === fingerprint) admitted.add(deskId)
    else admitted.delete(deskId)
  }
  own.forEach(apply)
  const isDecidedHere = (deskId: DeskId): boolean => own.some((one) => one.deskId === deskId)
  const proven = stated.filter(({ by, number }) => number <= (known.get(by)?.provenThrough ?? 0))
    .sort((one, other) => Date.parse(one.receivedAt) - Date.parse(other.receivedAt) || one.number - other.number)
  for (const statement of proven) {
    if (admitted.has(statement.by) && !isDecidedHere(statement.deskId)) apply(statement)
  }
  return admitted
}
