/** The newest refund, void or capture of an order, if it failed, and the advice about it. */
import { adviceAfter } from '#shared/gateway/replies/decline-advice.ts'
import type { OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { JudgedOrder } from './order-facts.ts'
import type { ListedTransaction } from './other-desks.ts'

const failedStates = ['declined', 'filtered', 'refused', 'access-denied', 'not-sent', 'error'] as const

/** Its state. Only after `error` money may have moved. */
type FailedState = typeof failedStates[number]

export interface FailedAction {
  readonly transaction: ListedTransaction
  readonly state: FailedState
}

/** The newest refund, void or capture if it failed; null if it succeeded or has not ended. */
export function failedAction({ transactions }: Pick<JudgedOrder, 'transactions'>): FailedAction | null {
  const transaction = transactions.findLast(({ type }) => isLaterTransaction(type))
  const state = failedStates.find((one) => one === transaction?.status)
  return transaction === undefined || state === undefined ? null : { transaction, state }
}

/** Whether money may have moved, and whether the action can be repeated: `possible` are those offered now. */
export function failedAdvice({ transaction, state }: FailedAction, possible: readonly OrderAction[]): TextKey {
  if (state === 'error') return 'order.step.failedUncertain'
  const operation = transaction.entry?.row.operation ?? transaction.sentBy?.operation ?? null
  if (!possible.some((action) => action === operation)) return 'order.step.failedText'
  return adviceAfter(state) === 'ask-support' ? 'order.step.failedAskSupport' : 'order.step.failedAgain'
}
