/** The recorded refunds and voids of an order together (addendum 8), from any desk. */
import type { MinorUnits } from '../../brands.ts'
import { transactionTypeOf } from '../../gateway/operations/made-transactions.ts'
import { isOperationId } from '../../gateway/operations/operations.ts'
import type { OrderFacts } from '../../gateway/orders/order-actions.ts'
import { isOpen, type EntryState, type HistoryRow } from '../history/history.ts'

const nothing = '0' as MinorUnits

/** The parts of an entry that decide what was refunded. */
interface SentAction {
  readonly operation: string
  readonly state: EntryState | null
  readonly minorAmount: MinorUnits | null
}

/** Refunds and voids that returned money, or may have: approved, in progress or unknown. */
export function refundsAmong<Action extends SentAction>(actions: readonly Action[]): Action[] {
  // Of an action without a state, only its intent was recorded.
  return actions.filter(({ operation, state }) =>
    isOperationId(operation) && transactionTypeOf(operation) === 'reversal'
    && (state === null || state === 'approved' || isOpen(state)))
}

/** Those without a final result: in progress, unknown or in error. */
export function openAmong<Action extends SentAction>(refunds: readonly Action[]): Action[] {
  return refunds.filter(({ state }) => state === null || isOpen(state))
}

/**
 * Minor units of these refunds and voids; one without an amount counts as the whole order. Null when one has no amount
 * and the whole is not known.
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

/** As `sumOfRefunds`; where the whole is not known, the sum of the known parts: a minimum. */
export function leastOfRefunds(refunds: readonly SentAction[], whole: MinorUnits | null): MinorUnits {
  return sumOfRefunds(refunds, whole ?? nothing) ?? nothing
}

/** A request about an order, of any desk. */
type OrderRequest = Pick<SentAction, 'operation' | 'state'> & Pick<HistoryRow, 'releasesHold'>

/**
 * The facts of the transaction that created an order, as what it has become: another desk's capture, or a refund or
 * void that released no hold, proves that the hold was captured. The gateway reports only the newest transaction.
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
