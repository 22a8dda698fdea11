/** Which line and which entry may be about one transaction, and in what they differ. */
import { daysApart, mostDaysApart, type LineKind, type StatedState, type StatementLine } from './statement-line.ts'
import type { EntryKind, LedgerEntry } from './ledger-entry.ts'

export const differences = ['amount', 'currency', 'state', 'day'] as const
export type Difference = (typeof differences)[number]

/** The entries that a kind of line may be about, the likeliest first. */
const fitting = {
  payment: ['payment', 'hold'],
  refund: ['refund', 'hold'],
  payout: ['payout'],
  chargeback: ['payment', 'hold'],
  fee: ['payment', 'refund', 'payout', 'hold'],
  settlement: [],
  other: ['payment', 'refund', 'payout', 'hold'],
} as const satisfies Record<LineKind, readonly EntryKind[]>

/** How well an entry fits a line by kind, 0 the best; null where it cannot be about that. */
export function kindRank(line: LineKind, entry: EntryKind): number | null {
  const place = (fitting[line] as readonly EntryKind[]).indexOf(entry)
  return place === -1 ? null : place
}

/**
 * True for a line that is the counterpart of one entry. A chargeback, a fee or another line is only about an entry:
 * the history has no counterpart of it, and several may be about one.
 */
export function isCounterpart(kind: LineKind): boolean {
  return kind === 'payment' || kind === 'refund' || kind === 'payout' || kind === 'settlement'
}

/** Why the amount of a line is in no sum: its transaction was declined or is open; null where it counts. */
export function uncountedState({ kind, state }: Pick<StatementLine, 'kind' | 'state'>): Exclude<StatedState, 'moved'> | null {
  return isCounterpart(kind) && state !== 'moved' ? state : null
}

/** The amount that a line states as moved: none of a declined or open transaction; nor where it cannot be read. */
export function statedAmount(line: StatementLine): bigint {
  return uncountedState(line) === null ? line.amount ?? 0n : 0n
}

/** In what a line differs from its entry. Of a line that is no counterpart only the currency is compared. */
export function differencesOf(line: StatementLine, entry: LedgerEntry): readonly Difference[] {
  const apart = daysApart(line.day, entry.day)
  const differs: Record<Difference, boolean> = {
    amount: line.amount === null || (entry.amount !== null && line.amount !== entry.amount),
    // A text such as "US Dollar" is not understood, so it proves no difference.
    currency: /^[A-Z]{3}$/.test(line.currency ?? '') && entry.currency !== null && line.currency !== entry.currency,
    state: !isSameState(line, entry),
    day: apart !== null && apart > mostDaysApart,
  }
  const isCompared = (name: Difference): boolean =>
    isCounterpart(line.kind) || (name === 'currency' && line.kind !== 'other')
  return differences.filter((name) => differs[name] && isCompared(name))
}

/** True where both state that money moved, or neither does. A line without a state states it. */
export function isSameState({ state }: StatementLine, { moved }: LedgerEntry): boolean {
  return ((state ?? 'moved') === 'moved') === moved
}

/** True where amount and currency are known and the same. */
export function isSameMoney(line: StatementLine, entry: LedgerEntry): boolean {
  const { amount, currency } = line
  return amount !== null && amount === entry.amount && currency !== null && currency === entry.currency
}

/** True where both days are known and not further apart than a suggestion reaches. */
export function isNear(line: StatementLine, entry: LedgerEntry): boolean {
  const apart = daysApart(line.day, entry.day)
  return apart !== null && apart <= mostDaysApart
}
