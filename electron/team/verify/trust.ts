/** Whose checkpoints count: the word of a desk that the others have known for long, under a signature of its key. */
import type { DeskId, UtcTime } from '#shared/brands.ts'

/** What a walk through the chain of a desk proved of it. */
export interface Testimony {
  readonly deskId: DeskId
  /** The key in its row is the one that this desk knows it by. */
  readonly isKnown: boolean
  /** Nothing was found wrong with its chain. */
  readonly isWhole: boolean
  readonly provenThrough: number
  /** The time of its first valid head, in milliseconds; null for none. */
  readonly firstHeadAt: number | null
  /** When its heads said first that it had read a desk, in milliseconds. */
  readonly firstSaw: ReadonlyMap<DeskId, number>
}

/** Long enough for people to see that a desk is in the list of desks which nobody knows. */
const acquaintanceMs = 30 * 86_400_000

/** Whether the desk may be believed that it proposed this at the time, and that a person of the team did. */
export function isTrusted(
  { deskId, number, at }: { readonly deskId: DeskId; readonly number: number; readonly at: UtcTime },
  testimonies: readonly Testimony[],
): boolean {
  const signer = testimonies.find((one) => one.deskId === deskId)
  return signer !== undefined && signer.isKnown && signer.isWhole && signer.provenThrough >= number
    && isOfLongStanding(deskId, at, testimonies)
}

/**
 * Whether a desk that signed for long has said all the while that it knows this one. SECURITY: the database's
 * administrator can invent a desk with a key of its own today, but no signed head of another desk of a month ago.
 * In a team whose other desks are all young, nobody can know it for longer.
 */
export function isOfLongStanding(deskId: DeskId, at: UtcTime, testimonies: readonly Testimony[]): boolean {
  const since = Date.parse(at) - acquaintanceMs
  const older = testimonies.filter((one) =>
    one.deskId !== deskId && one.isKnown && one.firstHeadAt !== null && one.firstHeadAt <= since)
  return older.length === 0 || older.some(({ firstSaw }) => (firstSaw.get(deskId) ?? Infinity) <= since)
}
