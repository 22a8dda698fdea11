/** The sums under the list, from those that main adds up. */
import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import { operations } from '#shared/gateway/operations.ts'
import { directionOf } from '../shared/direction.ts'
import { isOpen, type EntryState } from '#shared/model/history.ts'
import type { HistorySum } from '#shared/model/history-list.ts'

/** Decimal text in major units, with a minus where more left than came, and its currency. */
interface SummedAmount {
  readonly amount: string
  readonly currency: string
}

/** What the amounts of a group have in common. */
const groups = ['approved', 'held', 'declined', 'open', 'refunds'] as const
type Group = (typeof groups)[number]

export interface ShownTotals {
  /** Entries that make an order, and everything else: refunds, voids, captures, lookups. */
  readonly payments: number
  readonly others: number
  readonly groups: readonly { readonly group: Group; readonly amounts: readonly SummedAmount[] }[]
  /** What moved, by currency: approved movements only. */
  readonly net: readonly SummedAmount[]
  /** Some that moved money have no amount that is known: the sums are less than what moved. */
  readonly isPartial: boolean
}

/** The totals of a filter: amounts by group and currency, and the net. */
export function shownTotals(sums: readonly HistorySum[]): ShownTotals {
  const isPayment = ({ operation }: HistorySum): boolean => operations[operation].createsOrder
  const entriesOf = (some: readonly HistorySum[]): number => some.reduce((total, { entries }) => total + entries, 0)
  return {
    payments: entriesOf(sums.filter(isPayment)),
    others: entriesOf(sums.filter((sum) => !isPayment(sum))),
    groups: groups.map((group) => ({
      group, amounts: byCurrency(sums.filter((sum) => groupOf(sum) === group), (sum) => BigInt(sum.minorAmount)),
    })).filter(({ amounts }) => amounts.length > 0),
    net: byCurrency(sums.filter(({ netMinorAmount }) => netMinorAmount !== '0'), (sum) => BigInt(sum.netMinorAmount)),
    isPartial: sums.some(({ netUnknown }) => netUnknown > 0),
  }
}

function groupOf({ operation, state, minorAmount }: HistorySum): Group | null {
  if (minorAmount === '0') return null
  if (isOpen(state)) return 'open'
  if (state === 'approved') return ({ in: 'approved', out: 'refunds', none: 'held' } as const)[directionOf(operation)]
  return isDeclined(state) ? 'declined' : null
}

function isDeclined(state: EntryState): boolean {
  return state === 'declined' || state === 'filtered' || state === 'failed' || state === 'refused'
}

function byCurrency(sums: readonly HistorySum[], amountOf: (sum: HistorySum) => bigint): SummedAmount[] {
  const totals = new Map<string, bigint>()
  for (const sum of sums) {
    const currency = sum.currency ?? ''
    totals.set(currency, (totals.get(currency) ?? 0n) + amountOf(sum))
  }
  return [...totals].map(([currency, minor]) => ({ amount: signedMajor(minor, currency), currency }))
}

function signedMajor(minor: bigint, currency: string): string {
  const text = toMajorText((minor < 0n ? -minor : minor).toString() as MinorUnits, minorUnitDigits(currency) ?? 0)
  return minor < 0n ? `-${text}` : text
}
