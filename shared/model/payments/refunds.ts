/** The recorded refunds and voids of an order (addendum 8), of any desk. */
import type { MinorUnits } from '../../brands.ts'
import { transactionTypeOf } from '../../gateway/operations/made-transactions.ts'
import { isOperationId } from '../../gateway/operations/operations.ts'
import type { OrderFacts } from '../../gateway/orders/order-actions.ts'
import { isOpen, type EntryState, type HistoryRow } from '../history/history.ts'

const nothing = '0' as MinorUnits

/** The facts of an entry that decide what was refunded. */
interface SentAction {
  readonly operation: string
  readonly state: EntryState | null
  readonly minorAmount: MinorUnits | null
}

/** Refunds and voids that returned money, or may have: approved, in progress or unknown. */
export function refundsAmong<Action extends SentAction>(actions: readonly Action[]): Action[] {
  // An action without a state has only its intent.
  return actions.filter(({ operation, state }) =>
    isOperationId(operation) && transactionTypeOf(operation) === 'reversal'
    && (state === null || state === 'approved' || isOpen(state)))
}

/** The refunds without a final result: in progress, unknown or in error. */
export function openAmong<Action extends SentAction>(refunds: readonly Action[]): Action[] {
  return refunds.filter(({ state }) => state === null || isOpen(state))
}

/**
 * The sum of refunds and voids in minor units; one without an amount counts as the whole order. Null if one has no
 * amount and the whole is not known.
 */
export function sumOfRefunds(refunds: readonly SentAction[], whole: MinorUnits | null): MinorUnits | null {
  let sum = 0n
  for (const { minorAmount } of refunds) {
    const amount = minorAmount ?? whole
    if (amount === null) return null
    sum += BigInt(amount)
  }
  return String(sum) as MinorUnits
}

/** As `sumOfRefunds`; if the whole is not known, the sum of the known parts, which is a minimum. */
export function leastOfRefunds(refunds: readonly SentAction[], whole: MinorUnits | null): MinorUnits {
  return sumOfRefunds(refunds, whole ?? nothing) ?? nothing
}

/** A request about an order, of any desk. */
type OrderRequest = Pick<SentAction, 'operation' | 'state'> & Pick<HistoryRow, 'releasesHold'>

/**
 * The facts of a hold, with the type `capture` if another request proves that it was captured: another desk's capture,
 * or a refund or void that released no hold. The gateway reports only the newest transaction.
 */
export function captureIfProven(facts: OrderFacts, requests: readonly OrderRequest[]): OrderFacts {
  return facts.transactionType === 'preauth' && requests.some(provesCapture)
    ? { ...facts, transactionType: 'capture' }
    : facts
}

function provesCapture({ operation, state, releasesHold }: OrderRequest): boolean {
  const type = isOperationId(operation) ? transactionTypeOf(operation) : null
  return type === 'reversal' ? releasesHold !== true : type === 'capture' && state === 'approved'
}
