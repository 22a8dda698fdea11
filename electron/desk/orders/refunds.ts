/** What the journal's refunds, voids and captures of an order say together (addendum 8). */
import type { MinorUnits } from '#shared/brands.ts'
import { isCapture } from '#shared/gateway/order-actions.ts'
import { transactionTypeOf } from '#shared/gateway/made-transactions.ts'
import { isOpen, type HistoryRow } from '#shared/model/history.ts'

/** Refunds and voids that took money back, or may have: approved, under way or unknown. */
export function refundsAmong(actions: readonly HistoryRow[]): HistoryRow[] {
  return actions.filter(({ operation, state }) =>
    transactionTypeOf(operation) === 'reversal' && (state === 'approved' || isOpen(state)))
}

/** The refund, void or capture that is being sent, under way or unknown; null when none is. */
export function actionInFlight(actions: readonly HistoryRow[]): HistoryRow | null {
  return actions.find(({ state }) => isOpen(state)) ?? null
}

/** The newest capture that was approved; `actions` must be newest first. */
export function approvedCapture(actions: readonly HistoryRow[]): HistoryRow | null {
  return actions.find(({ operation, state }) => isCapture(operation) && state === 'approved') ?? null
}

/**
 * Minor units of these refunds and voids; one without an amount counts as the whole order. Null when there is such a
 * one and the whole is not known.
 */
export function sumOfRefunds(refunds: readonly HistoryRow[], whole: MinorUnits | null): MinorUnits | null {
  let sum = 0n
  for (const { minorAmount } of refunds) {
    const amount = minorAmount ?? whole
    if (amount === null) return null
    sum += BigInt(amount)
  }
  return String(sum) as MinorUnits
}
