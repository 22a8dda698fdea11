/** The journal's refunds, voids and captures of an order (addendum 8). */
import { isCapture } from '#shared/gateway/orders/order-actions.ts'
import { isOpen, type HistoryRow } from '#shared/model/history/history.ts'

/** The refund, void or capture that is being sent, in progress or unknown; null without one. */
export function actionInFlight(actions: readonly HistoryRow[]): HistoryRow | null {
  return actions.find(({ state }) => isOpen(state)) ?? null
}

/** The newest approved capture; `actions` must be newest first. */
export function approvedCapture(actions: readonly HistoryRow[]): HistoryRow | null {
  return actions.find(({ operation, state }) => isCapture(operation) && state === 'approved') ?? null
}
