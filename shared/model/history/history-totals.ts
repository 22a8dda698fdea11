/** The totals of entries by currency, for the list and for exported files. */
import { createsOrder, directionOf, operations, type OperationId } from '../../gateway/operations/operations.ts'
import { byCurrency, type ReadingOf } from '../values/currency-sums.ts'
import { isOpen, type EntryState } from './history.ts'
import type { DeskChoice, HistorySum } from './history-list.ts'

/** The columns of amounts; `net` contains approved movements only. */
const groups = ['approved', 'held', 'transferred', 'refunds', 'paidOut', 'net', 'declined', 'open'] as const
export type Group = (typeof groups)[number]

/** The sums of one currency: decimal text in major units, with a minus if more money left than came in. */
interface CurrencyTotals {
  readonly currency: string
  readonly amounts: Readonly<Partial<Record<Group, string>>>
}

export interface ShownTotals {
  /** Entries that create an order, and all others: refunds, voids, captures, lookups. */
  readonly payments: number
  readonly others: number
  /** The columns in use, in order; always `net`. */
  readonly groups: readonly Group[]
  readonly currencies: readonly CurrencyTotals[]
  /** True if entries moved unknown amounts: the sums are then less than what moved. */
  readonly isPartial: boolean
  /** The number of payments that the gateway reports differently. They are added up as they were sent. */
  readonly reportedOtherwise: number
}

/** The parts of a sum that totals need. */
export type AddedSum = Pick<
  HistorySum,
  'profileId' | 'merchantKey' | 'currency' | 'operation' | 'state' | 'entries' | 'minorAmount' | 'netMinorAmount' | 'netUnknown'
  | 'reportedOtherwise'
>

/** The totals of a filter, by currency in the order of their codes. */
export function shownTotals(sums: readonly AddedSum[], readingOf: ReadingOf<AddedSum>): ShownTotals {
  const payments = paymentsIn(sums)
  const columns = groups.map((group) => ({
    group,
    amounts: group === 'net'
      ? byCurrency(sums.filter(movesMoney), ({ netMinorAmount }) => netMinorAmount, readingOf)
      : byCurrency(sums.filter((sum) => groupOf(sum) === group), shownAmount, readingOf),
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
    reportedOtherwise: sums.reduce((total, { reportedOtherwise }) => total + reportedOtherwise, 0),
  }
}

function movesMoney({ netMinorAmount }: AddedSum): boolean {
  return netMinorAmount !== '0'
}

/** The number of entries that create an order. */
export function paymentsIn(sums: readonly AddedSum[]): number {
  return entriesOf(sums.filter(({ operation }) => createsOrder(operations[operation])))
}

/** The distinct desks that sent the entries. */
export function desksIn(sums: readonly HistorySum[]): readonly DeskChoice[] {
  return [...new Set(sums.map(({ sentBy }) => sentBy ?? 'this-desk'))]
}

function entriesOf(sums: readonly AddedSum[]): number {
  return sums.reduce((total, { entries }) => total + entries, 0)
}

function groupOf(sum: AddedSum): Exclude<Group, 'net'> | null {
  const { operation, state } = sum
  const group = isOpen(state) ? 'open'
    : state === 'approved' ? approvedGroup(operation)
      : isDeclined(state) ? 'declined' : null
  return shownAmount(sum) === '0' ? null : group
}

/** The column of an approved operation: a payout is not a refund, and a transfer is not a hold. */
function approvedGroup(operation: OperationId): Exclude<Group, 'net'> {
  const entry = operations[operation]
  if (entry.kind === 'payout') return 'paidOut'
  if (entry.kind === 'transfer') return 'transferred'
  return ({ in: 'approved', out: 'refunds', none: 'held' } as const)[directionOf(entry)]
}

/**
 * The amount in totals, Today and reports, in minor units: for approved charges, refunds and payouts the amount that
 * moved (a released hold refunds nothing, and only one of several enumerated amounts is charged), otherwise the
 * reviewed amount.
 */
export function shownAmount(
  { operation, state, minorAmount, netMinorAmount }: Pick<AddedSum, 'operation' | 'state' | 'minorAmount' | 'netMinorAmount'>,
): string {
  const moved = state === 'approved' && directionOf(operations[operation]) !== 'none'
  return moved ? netMinorAmount.replace('-', '') : minorAmount
}

function isDeclined(state: EntryState): boolean {
  return state === 'declined' || state === 'filtered' || state === 'failed' || state === 'refused'
}
