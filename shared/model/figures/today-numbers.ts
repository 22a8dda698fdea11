/**
 * What the numbers of Today and of a report count, and the list behind each. Without schemas, as the first screen loads
 * it.
 */
import type { UtcTime } from '../../brands.ts'
import { createsOrder, operationIds, operations, type OperationId } from '../../gateway/operations/operations.ts'
import type { OperationKind } from '../../gateway/catalogue/kinds.ts'
import type { CardOwner } from '../payments/card.ts'
import type { EntryState } from '../history/history.ts'
import type { DeskChoice, HistoryFilter } from '../history/history-list.ts'

/**
 * `approved`, `held`, `paidOut` and `transferred` are approved payments by what they do; `captured`, `refunded` and
 * `voided` approved actions on an order. `declined`, `filtered`, `error` and `unknown` are payments; the last two count
 * while they are open.
 */
export const figureNames = [
  'approved', 'held', 'captured', 'paidOut', 'transferred', 'declined', 'filtered', 'error', 'unknown', 'refunded', 'voided',
] as const
export type FigureName = (typeof figureNames)[number]

/** Their names on the screen and in files. */
export const figureWords = {
  approved: 'Approved', held: 'Held', captured: 'Captured', paidOut: 'Paid out', transferred: 'Transferred',
  declined: 'Declined', filtered: 'Filtered', error: 'Error', unknown: 'Unknown', refunded: 'Refunded', voided: 'Voided',
} as const satisfies Readonly<Record<FigureName, string>>

/** Always in the total of a report; the other figures where they count something. */
export const alwaysReported: readonly FigureName[] = [
  'approved', 'declined', 'filtered', 'unknown', 'error', 'refunded', 'voided',
]

interface Counted {
  readonly states: readonly EntryState[]
  readonly operations: readonly OperationId[]
}

const ofKind = (...kinds: OperationKind[]): OperationId[] =>
  operationIds.filter((id) => kinds.includes(operations[id].kind))
const payments = operationIds.filter((id) => createsOrder(operations[id]))

/** What each figure counts. */
export const figures: Readonly<Record<FigureName, Counted>> = {
  approved: { states: ['approved'], operations: ofKind('charge') },
  held: { states: ['approved'], operations: ofKind('hold', 'hold-without-amount') },
  captured: { states: ['approved'], operations: ofKind('capture') },
  paidOut: { states: ['approved'], operations: ofKind('payout') },
  transferred: { states: ['approved'], operations: ofKind('transfer') },
  declined: { states: ['declined'], operations: payments },
  filtered: { states: ['filtered'], operations: payments },
  error: { states: ['error'], operations: payments },
  unknown: { states: ['unknown'], operations: payments },
  refunded: { states: ['approved'], operations: ['return'] },
  voided: { states: ['approved'], operations: ['void'] },
}

/** The figures that count payments: each payment is in one of them. */
export const paymentFigures = [
  'approved', 'held', 'paidOut', 'transferred', 'declined', 'filtered', 'error', 'unknown',
] as const satisfies readonly FigureName[]
export const failedFigures = ['declined', 'filtered'] as const satisfies readonly FigureName[]
export const uncertainFigures = ['unknown', 'error'] as const satisfies readonly FigureName[]

/** The payments whose reasons are listed. */
export const failedPayments: Counted = { states: failedFigures, operations: payments }
/** The payments without a certain outcome. */
const uncertainPayments: Counted = { states: uncertainFigures, operations: payments }

/** The net amount: of everything that touches money. */
const everything: Counted = { states: [], operations: [] }

/** What a number of Today or of a report counts. */
export interface ShownNumber {
  readonly figure: FigureName | 'failed' | 'uncertain' | 'net'
  readonly period: { readonly from: UtcTime; readonly until: UtcTime }
  /** Absent: any; null: not known. */
  readonly currency?: string | null
  readonly errorCode?: string | null
  readonly cardBrand?: string | null
  /** Absent or null: any. */
  readonly who?: string | null
  readonly desk?: DeskChoice | null
}

/** The filter of the history whose list is behind a number, and whose totals equal it. */
export function filterOfNumber(
  { merchantKey, environment }: CardOwner,
  { figure, period: { from, until }, currency, errorCode, cardBrand, who, desk }: ShownNumber,
): HistoryFilter {
  const without = [
    ...(currency === null ? ['currency' as const] : []), ...(errorCode === null ? ['errorCode' as const] : []),
    ...(cardBrand === null ? ['cardBrand' as const] : []),
  ]
  return {
    text: '', view: 'payments', profileId: null, merchantKey, environments: [environment], ...countedBy(figure),
    finalFrom: from, finalUntil: until,
    ...(currency != null && { currency }), ...(errorCode != null && { errorCode }),
    ...(cardBrand != null && { cardBrand }), ...(who != null && { who }), ...(desk != null && { desks: [desk] }),
    ...(without.length > 0 && { without }),
  }
}

function countedBy(figure: ShownNumber['figure']): Counted {
  switch (figure) {
    case 'net': return everything
    case 'failed': return failedPayments
    case 'uncertain': return uncertainPayments
    default: return figures[figure]
  }
}
