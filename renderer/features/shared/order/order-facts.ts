/** An order as the page judges it: its transactions, its state, and what an action would be about. */
import type { MinorUnits } from '#shared/brands.ts'
import { isCapture, orderFacts, type OrderFacts } from '#shared/gateway/orders/order-actions.ts'
import { orderState, type OrderState } from '#shared/gateway/orders/order-state.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { isUndone, type EntryDetail, type HistoryRow } from '#shared/model/history/history.ts'
import { freshCheck } from '#shared/model/payments/order-checks.ts'
import type { Report } from '#shared/model/payments/order.ts'
import { orderTransactions, type OrderTransactions } from '#shared/model/payments/order-transactions.ts'
import { reportedOtherwise, type ReportedDifference } from '#shared/model/payments/reported-otherwise.ts'
import { approvedOfTried, triedAmounts } from '#shared/model/payments/tried-amounts.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { replyValue } from '../answer/reply-values.ts'
import { withOthers, type ListedTransaction, type OtherDeskRow } from './other-desks.ts'

export interface JudgedOrder extends OrderTransactions {
  /** Oldest first, those of other desks among them. */
  readonly transactions: readonly ListedTransaction[]
  readonly state: OrderState
  /** The order's newest transaction, by its status. */
  readonly facts: OrderFacts
  /** Minor units of the order, as the gateway told or a person reviewed it; null where nobody knows it. */
  readonly initialAmount: MinorUnits | null
  /** True where several amounts were tried in turn, and none is known to be approved. */
  readonly isOneOfTried: boolean
  readonly currency: string | null
  /** What the gateway reports otherwise than it was sent. */
  readonly otherwise: readonly ReportedDifference[]
}

export interface Reports {
  /** How the order stands, by the newest reply that says so. */
  readonly reported: Report | null
  /** An answer that may not be in the entries yet. */
  readonly fresh: Answer | null
}

/** Judges an order by its entries, what other desks sent of it, and the newest answer about it. */
export function judgeOrder(
  entries: readonly EntryDetail[], creating: HistoryRow | null, { reported, fresh }: Reports,
  switches: Pick<Switches, 'minorUnitDigits' | 'statusAmountIs'>, others: readonly OtherDeskRow[],
): JudgedOrder {
  const told = orderTransactions(entries, freshCheck(fresh, entries))
  const transactions = withOthers(told, others)
  const find = (name: ReplyFieldName): string | null => (reported === null ? null : replyValue(reported, name) || null)
  const maker = transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
  const isTried = triedAmounts(maker).length > 0
  const reply = orderFacts(find, switches)
  const asTold = isTried ? { ...reply, initialAmount: approvedOfTried(maker, switches) } : reply
  const initialAmount = asTold.initialAmount
    ?? (isTried ? null : creating?.reviewed?.minorAmount ?? creating?.minorAmount ?? null)
  // A payment that never came to be is the state of its order.
  const undone = transactions.findLast((one) => isUndoneOne(one) && !isLaterTransaction(one.type))
  const stated = transactions.filter((one) => !isUndoneOne(one) && !mayBeCounted(one, transactions))
    .map(({ entry, sentBy, type, status }) => {
      const made = entry?.row ?? sentBy
      return {
        operation: made?.operation ?? null, type, status, minorAmount: made?.minorAmount ?? null,
        releasesHold: made?.releasesHold === true,
      }
    })
  return {
    ...told,
    transactions,
    state: stated.length === 0 && undone !== undefined
      ? { kind: 'as-made', status: undone.status }
      : orderState(stated, { initialAmount, partialReversal: asTold.partialReversal }),
    // What was captured from here is the whole that a refund of it is about.
    facts: { ...asTold, initialAmount: capturedHere(entries) ?? asTold.initialAmount },
    initialAmount,
    isOneOfTried: isTried && initialAmount === null,
    currency: asTold.currency ?? creating?.currency ?? null,
    otherwise: reportedOtherwise(creating, find, switches, maker?.checks),
  }
}

function isUndoneOne({ entry, sentBy }: ListedTransaction): boolean {
  const state = entry?.row.state ?? sentBy?.state ?? null
  return state !== null && isUndone(state)
}

/** One that only the gateway reports, where other desks sent as many of its kind: theirs are counted. */
function mayBeCounted({ mayBeOthers, type }: ListedTransaction, all: readonly ListedTransaction[]): boolean {
  if (!mayBeOthers) return false
  const ofKind = all.filter((one) => one.type === type && one.entry === null)
  const told = ofKind.filter((one) => one.mayBeOthers).length
  return told <= ofKind.filter(({ sentBy, status }) => sentBy !== null && status === 'approved').length
}

/** Minor units of the newest approved capture that took a part; null where none did. */
function capturedHere(entries: readonly EntryDetail[]): MinorUnits | null {
  const capture = entries.findLast(({ row }) => isCapture(row.operation) && row.state === 'approved')
  return capture?.row.minorAmount ?? null
}
