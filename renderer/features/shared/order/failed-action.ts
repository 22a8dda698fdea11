/** The newest refund, void or capture of an order that came to nothing, and what is advised about it. */
import { adviceAfter } from '#shared/gateway/replies/decline-advice.ts'
import type { OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { JudgedOrder } from './order-facts.ts'
import type { ListedTransaction } from './other-desks.ts'

const failedStates = ['declined', 'filtered', 'refused', 'access-denied', 'not-sent', 'error'] as const

/** How it ended. Only after `error` it is not certain that no money moved. */
type FailedState = typeof failedStates[number]

export interface FailedAction {
  readonly transaction: ListedTransaction
  readonly state: FailedState
}

/** The newest refund, void or capture, where it failed; null after one that succeeded or has not ended. */
export function failedAction({ transactions }: Pick<JudgedOrder, 'transactions'>): FailedAction | null {
  const transaction = transactions.findLast(({ type }) => isLaterTransaction(type))
  const state = failedStates.find((one) => one === transaction?.status)
  return transaction === undefined || state === undefined ? null : { transaction, state }
}

/** What became of the money, and whether it can be done again by one of the actions that are possible now. */
export function failedAdvice({ transaction, state }: FailedAction, possible: readonly OrderAction[]): TextKey {
  if (state === 'error') return 'order.step.failedUncertain'
  const operation = transaction.entry?.row.operation ?? transaction.sentBy?.operation ?? null
  if (!possible.some((action) => action === operation)) return 'order.step.failedText'
  return adviceAfter(state) === 'ask-support' ? 'order.step.failedAskSupport' : 'order.step.failedAgain'
}
