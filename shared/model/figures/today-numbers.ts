/**
 * What the numbers of Today and of a report count, and the lists behind them. Without schemas: the first screen loads
 * it.
 */
import type { UtcTime } from '../../brands.ts'
import { createsOrder, operationIds, operations, type OperationId } from '../../gateway/operations/operations.ts'
import type { OperationKind } from '../../gateway/catalogue/kinds.ts'
import type { CardOwner } from '../payments/card.ts'
import type { EntryState } from '../history/history.ts'
import type { DeskChoice, HistoryFilter } from '../history/history-list.ts'

/**
 * `approved`, `held`, `paidOut` and `transferred` are approved payments by kind; `captured`, `refunded` and `voided`
 * are approved actions on an order. `declined`, `filtered`, `error` and `unknown` are payments; the last two count only
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

/** Figures that a report's total always contains; the others only if they are not 0. */
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

/** The payments whose decline reasons are listed. */
export const failedPayments: Counted = { states: failedFigures, operations: payments }
/** The payments without a certain outcome. */
const uncertainPayments: Counted = { states: uncertainFigures, operations: payments }

/** The net amount includes every operation that touches money. */
const everything: Counted = { states: [], operations: [] }

/** The selection behind a number of Today or of a report. */
export interface ShownNumber {
  readonly figure: FigureName | 'failed' | 'uncertain' | 'net' | 'reported-otherwise'
  readonly period: { readonly from: UtcTime; readonly until: UtcTime }
  /** Absent: any; null: not known. */
  readonly currency?: string | null
  readonly errorCode?: string | null
  readonly cardBrand?: string | null
  /** Absent or null: any. */
  readonly who?: string | null
  readonly desk?: DeskChoice | null
}

/** The history's filter whose list is behind a number, and whose totals equal it. */
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
    ...(without.length > 0 && { without }), ...(figure === 'reported-otherwise' && { reportedOtherwise: true }),
  }
}

function countedBy(figure: ShownNumber['figure']): Counted {
  switch (figure) {
    case 'net':
    case 'reported-otherwise':
      return everything
    case 'failed': return failedPayments
    case 'uncertain': return uncertainPayments
    default: return figures[figure]
  }
}
