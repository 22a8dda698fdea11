/** An order as the payment page judges it: its transactions, its state, and the facts that actions depend on. */
import type { MinorUnits } from '#shared/brands.ts'
import { isCapture, orderFacts, type OrderFacts } from '#shared/gateway/orders/order-actions.ts'
import { orderState, type OrderState } from '#shared/gateway/orders/order-state.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { isUndone, type EntryDetail, type HistoryRow, type ReportedDifference } from '#shared/model/history/history.ts'
import { freshCheck } from '#shared/model/payments/order-checks.ts'
import type { Report } from '#shared/model/payments/order.ts'
import { orderTransactions, type OrderTransactions } from '#shared/model/payments/order-transactions.ts'
import { reportedOtherwise } from '#shared/model/payments/reported-otherwise.ts'
import { approvedOfTried, triedAmounts } from '#shared/model/payments/tried-amounts.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { replyValue } from '../answer/reply-values.ts'
import { withOthers, type ListedTransaction, type OtherDeskRow } from './other-desks.ts'

export interface JudgedOrder extends OrderTransactions {
  /** Oldest first, including those of other desks. */
  readonly transactions: readonly ListedTransaction[]
  readonly state: OrderState
  /** Facts of the order's newest transaction. */
  readonly facts: OrderFacts
  /** Minor units of the order, as the gateway reported or a person reviewed them; null if not known. */
  readonly initialAmount: MinorUnits | null
  /** True if several amounts were tried in turn and the approved one is not known. */
  readonly isOneOfTried: boolean
  readonly currency: string | null
  /** Values that the gateway reports otherwise than they were sent. */
  readonly otherwise: readonly ReportedDifference[]
}

export interface Reports {
  /** The newest reply that contains the order's status. */
  readonly reported: Report | null
  /** An answer that the entries may not contain yet. */
  readonly fresh: Answer | null
}

/** Judges an order by its entries, the requests of other desks, and the newest reply. */
export function judgeOrder(
  entries: readonly EntryDetail[], creating: HistoryRow | null, { reported, fresh }: Reports,
  switches: Pick<Switches, 'minorUnitDigits' | 'statusAmountIs'>, others: readonly OtherDeskRow[],
): JudgedOrder {
  const own = orderTransactions(entries, freshCheck(fresh, entries))
  const transactions = withOthers(own, others)
  const find = (name: ReplyFieldName): string | null => (reported === null ? null : replyValue(reported, name) || null)
  const maker = transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
  const isTried = triedAmounts(maker).length > 0
  const reply = orderFacts(find, switches)
  const reportedFacts = isTried ? { ...reply, initialAmount: approvedOfTried(maker, switches) } : reply
  const initialAmount = reportedFacts.initialAmount
    ?? (isTried ? null : creating?.reviewed?.minorAmount ?? creating?.minorAmount ?? null)
  // If the payment itself moved nothing, its state is that of the order.
  const undone = transactions.findLast((one) => isUndoneOne(one) && !isLaterTransaction(one.type))
  const stated = transactions.filter((one) => !isUndoneOne(one) && !mayBeCounted(one, transactions))
    .map(({ entry, sentBy, type, status }) => {
      const request = entry?.row ?? sentBy
      return {
        operation: request?.operation ?? null, type, status, minorAmount: request?.minorAmount ?? null,
        releasesHold: request?.releasesHold === true,
      }
    })
  return {
    ...own,
    transactions,
    state: stated.length === 0 && undone !== undefined
      ? { kind: 'as-made', status: undone.status }
      : orderState(stated, { initialAmount, partialReversal: reportedFacts.partialReversal }),
    // A refund of a captured hold is about the captured amount.
    facts: { ...reportedFacts, initialAmount: capturedHere(entries) ?? reportedFacts.initialAmount },
    initialAmount,
    isOneOfTried: isTried && initialAmount === null,
    currency: reportedFacts.currency ?? creating?.currency ?? null,
    otherwise: reportedOtherwise(creating, find, switches, maker?.checks),
  }
}

function isUndoneOne({ entry, sentBy }: ListedTransaction): boolean {
  const state = entry?.row.state ?? sentBy?.state ?? null
  return state !== null && isUndone(state)
}

/** True for a reported transaction that is probably one of other desks, which are counted already. */
function mayBeCounted({ mayBeOthers, type }: ListedTransaction, all: readonly ListedTransaction[]): boolean {
  if (!mayBeOthers) return false
  const ofKind = all.filter((one) => one.type === type && one.entry === null)
  const onlyReported = ofKind.filter((one) => one.mayBeOthers).length
  return onlyReported <= ofKind.filter(({ sentBy, status }) => sentBy !== null && status === 'approved').length
}

/** Minor units of the newest approved capture; null without a capture, or if it names no amount. */
function capturedHere(entries: readonly EntryDetail[]): MinorUnits | null {
  const capture = entries.findLast(({ row }) => isCapture(row.operation) && row.state === 'approved')
  return capture?.row.minorAmount ?? null
}
