/** The totals of entries by currency, from their sums: under the list, and in an exported file. */
import type { MinorUnits } from '../brands.ts'
import { minorUnitDigits } from '../gateway/currencies.ts'
import { toMajorText, withoutSurplusZeros } from '../gateway/money.ts'
import { createsOrder, directionOf, operations } from '../gateway/operations.ts'
import type { Switches } from '../gateway/switches.ts'
import { isOpen, type EntryState } from './history.ts'
import type { DeskChoice, HistorySum } from './history-list.ts'

/** What the amounts of a column have in common; `net` is what moved, from approved movements only. */
const groups = ['approved', 'held', 'refunds', 'net', 'declined', 'open'] as const
export type Group = (typeof groups)[number]

/** The sums of one currency: decimal text in major units, with a minus where more left than came. */
interface CurrencyTotals {
  readonly currency: string
  readonly amounts: Readonly<Partial<Record<Group, string>>>
}

export interface ShownTotals {
  /** Entries that make an order, and everything else: refunds, voids, captures, lookups. */
  readonly payments: number
  readonly others: number
  /** The columns in use, in their order; always `net`. */
  readonly groups: readonly Group[]
  readonly currencies: readonly CurrencyTotals[]
  /** Some that moved money have no amount that is known: the sums are less than what moved. */
  readonly isPartial: boolean
}

/** A sum as totals need it. */
export type AddedSum = Pick<
  HistorySum,
  'profileId' | 'currency' | 'operation' | 'state' | 'entries' | 'minorAmount' | 'netMinorAmount' | 'netUnknown'
>

/** How the profile of a sum reads minor units. */
type ReadingOf = (sum: Pick<AddedSum, 'profileId'>) => Switches['minorUnitDigits']

/** Sums are added with as many decimals as any currency has: profiles of one currency may read it with other digits. */
const mostDigits = 4

/** The totals of a filter, by currency in the order of their codes. */
export function shownTotals(sums: readonly AddedSum[], readingOf: ReadingOf): ShownTotals {
  const payments = paymentsIn(sums)
  const columns = groups.map((group) => ({
    group,
    amounts: group === 'net'
      ? byCurrency(sums.filter(movesMoney), ({ netMinorAmount }) => netMinorAmount, readingOf)
      : byCurrency(sums.filter((sum) => groupOf(sum) === group), ({ minorAmount }) => minorAmount, readingOf),
  })).filter(({ group, amounts }) => group === 'net' || amounts.size > 0)
  const currencies = [...new Set(columns.flatMap(({ amounts }) => [...amounts.keys()]))].sort()
  return {
    payments,
    others: entriesOf(sums) - payments,
    groups: columns.map(({ group }) => group),
    currencies: currencies.map((currency) => ({
      currency, amounts: Object.fromEntries(columns.map(({ group, amounts }) => [group, amounts.get(currency)])),
    })),
    isPartial: sums.some(({ netUnknown }) => netUnknown > 0),
  }
}

function movesMoney({ netMinorAmount }: AddedSum): boolean {
  return netMinorAmount !== '0'
}

/** How many entries make an order. */
export function paymentsIn(sums: readonly AddedSum[]): number {
  return entriesOf(sums.filter(({ operation }) => createsOrder(operations[operation])))
}

/** The desks that sent the entries, each once. */
export function desksIn(sums: readonly HistorySum[]): readonly DeskChoice[] {
  return [...new Set(sums.map(({ sentBy }) => sentBy ?? 'this-desk'))]
}

function entriesOf(sums: readonly AddedSum[]): number {
  return sums.reduce((total, { entries }) => total + entries, 0)
}

function groupOf({ operation, state, minorAmount }: AddedSum): Exclude<Group, 'net'> | null {
  if (minorAmount === '0') return null
  if (isOpen(state)) return 'open'
  if (state === 'approved') return ({ in: 'approved', out: 'refunds', none: 'held' } as const)[directionOf(operations[operation])]
  return isDeclined(state) ? 'declined' : null
}

function isDeclined(state: EntryState): boolean {
  return state === 'declined' || state === 'filtered' || state === 'failed' || state === 'refused'
}

function byCurrency(
  sums: readonly AddedSum[], amountOf: (sum: AddedSum) => string, readingOf: ReadingOf,
): ReadonlyMap<string, string> {
  const ofCurrency = Map.groupBy(sums, ({ currency }) => currency ?? '')
  return new Map([...ofCurrency].map(([currency, same]) => [currency, majorSum(same, amountOf, readingOf)]))
}

/** Amounts of one currency added up: decimal text in major units, with a minus where more left than came. */
export function majorSum<Sum extends Pick<AddedSum, 'profileId' | 'currency'>>(
  sums: readonly Sum[], amountOf: (sum: Sum) => string, readingOf: ReadingOf,
): string {
  const currency = sums[0]?.currency ?? ''
  const scaled = sums.reduce((total, sum) => {
    const digits = minorUnitDigits(currency, readingOf(sum)) ?? 0
    return total + BigInt(amountOf(sum)) * 10n ** BigInt(mostDigits - digits)
  }, 0n)
  return signedMajor(scaled, currency)
}

function signedMajor(scaled: bigint, currency: string): string {
  const major = toMajorText((scaled < 0n ? -scaled : scaled).toString() as MinorUnits, mostDigits)
  const text = withoutSurplusZeros(major, minorUnitDigits(currency) ?? 0)
  return scaled < 0n ? `-${text}` : text
}
