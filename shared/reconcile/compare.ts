/** Whether a line and an entry may be about the same transaction, and their differences. */
import { daysApart, mostDaysApart, type LineKind, type StatedState, type StatementLine } from './statement-line.ts'
import type { EntryKind, LedgerEntry } from './ledger-entry.ts'

export const differences = ['amount', 'currency', 'state', 'day'] as const
export type Difference = (typeof differences)[number]

/** The kinds of entries that a kind of line may be about, the likeliest first. */
const fitting = {
  payment: ['payment', 'hold'],
  refund: ['refund', 'hold'],
  payout: ['payout'],
  chargeback: ['payment', 'hold'],
  fee: ['payment', 'refund', 'payout', 'hold'],
  settlement: [],
  other: ['payment', 'refund', 'payout', 'hold'],
} as const satisfies Record<LineKind, readonly EntryKind[]>

/** How well an entry fits a line by kind, 0 is best; null if it cannot be the line's entry. */
export function kindRank(line: LineKind, entry: EntryKind): number | null {
  const place = (fitting[line] as readonly EntryKind[]).indexOf(entry)
  return place === -1 ? null : place
}

/**
 * True for a line that is the counterpart of one entry. A chargeback, fee or other line only refers to an entry: it has
 * no counterpart in the history, and several such lines may refer to the same entry.
 */
export function isCounterpart(kind: LineKind): boolean {
  return kind === 'payment' || kind === 'refund' || kind === 'payout' || kind === 'settlement'
}

/** Why the amount of a line is in no sum: its transaction was declined or is open; null if it counts. */
export function uncountedState({ kind, state }: Pick<StatementLine, 'kind' | 'state'>): Exclude<StatedState, 'moved'> | null {
  return isCounterpart(kind) && state !== 'moved' ? state : null
}

/** The amount that a line states as moved; 0 for a declined or open transaction, or if it cannot be read. */
export function statedAmount(line: StatementLine): bigint {
  return uncountedState(line) === null ? line.amount ?? 0n : 0n
}

/**
 * The differences between a line and its entry. For a line that is not a counterpart, only the currency is compared.
 */
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

/** True if both state that money moved, or both that it did not. A line without a state states that it moved. */
export function isSameState({ state }: StatementLine, { moved }: LedgerEntry): boolean {
  return ((state ?? 'moved') === 'moved') === moved
}

/** True if amount and currency are known and equal. */
export function isSameMoney(line: StatementLine, entry: LedgerEntry): boolean {
  const { amount, currency } = line
  return amount !== null && amount === entry.amount && currency !== null && currency === entry.currency
}

/** True if both days are known and near enough for a suggestion. */
export function isNear(line: StatementLine, entry: LedgerEntry): boolean {
  const apart = daysApart(line.day, entry.day)
  return apart !== null && apart <= mostDaysApart
}
