/** What a text for the customer says of a payment: the payment, or what was done with its money last. */
import type { MinorUnits } from '#shared/brands.ts'
import type { CustomerSubject } from '#shared/customer-texts/catalogue.ts'
import type { CustomerFacts } from '#shared/customer-texts/customer-text.ts'
import { declineMeaning } from '#shared/gateway/replies/decline-advice.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isRefund } from '#shared/gateway/orders/order-actions.ts'
import { waitsForCardholder } from '#shared/gateway/replies/order-status.ts'
import { isLaterTransaction, readTransactionType, type TransactionType } from '#shared/gateway/catalogue/transaction-types.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import { isUndone, type HistoryRow } from '#shared/model/history/history.ts'
import type { JudgedOrder } from './order-facts.ts'
import type { ListedTransaction } from './other-desks.ts'
import { makerOf } from './sentence.ts'

type Order = Pick<JudgedOrder, 'state' | 'transactions' | 'facts' | 'initialAmount' | 'currency' | 'otherwise'>
type MadeBy = Pick<HistoryRow, 'minorAmount' | 'enumeratedMinorAmounts' | 'reviewed' | 'currency'>
type Around = Pick<CustomerFacts, 'reading' | 'paidAt' | 'timeZone'> & { readonly environment: Environment }
type About = Pick<CustomerFacts, 'subject' | 'status' | 'minorAmount'>

const subjectOfType = {
  sale: 'charge', preauth: 'hold', capture: 'capture', reversal: 'refund',
} as const satisfies Readonly<Record<TransactionType, CustomerSubject>>

/**
 * The facts for the customer. While the newest refund, void or capture has no success, they are about it, else about
 * the order. `madeBy`: the entry that created the order.
 */
export function customerFacts(
  order: Order, madeBy: MadeBy | null, { environment, reading, paidAt, timeZone }: Around,
): CustomerFacts {
  const whole = wholeOf(order, madeBy)
  const later = laterUnfinished(order)
  const made = makerOf(order)
  const stage = made?.checks.at(-1)?.field('order-stage') ?? ''
  return {
    ...(later === null ? aboutOrder(order, whole) : aboutLater(later, order, whole)),
    waitsForCardholder: order.state.kind === 'as-made' && waitsForCardholder(order.state.status, stage),
    meaning: declineMeaning(made?.errorCode ?? null, environment),
    currency: order.currency ?? madeBy?.reviewed?.currency ?? madeBy?.currency ?? null,
    reading, paidAt, timeZone,
  }
}

/** Minor units of the payment. While amounts are tried in turn, none of them is certain. */
function wholeOf({ state, facts, initialAmount }: Order, madeBy: MadeBy | null): MinorUnits | null {
  const isTried = madeBy !== null && madeBy.enumeratedMinorAmounts.length > 0
  if (isTried) return state.kind === 'as-made' ? null : facts.initialAmount
  return initialAmount ?? madeBy?.reviewed?.minorAmount ?? madeBy?.minorAmount ?? null
}

/** The newest refund, void or capture, unless it succeeded; one that never left does not concern the customer. */
function laterUnfinished({ state, transactions }: Order): ListedTransaction | null {
  if (['as-made', 'contradictory', 'not-known'].includes(state.kind)) return null
  const newest = transactions.findLast((one) => isLaterTransaction(one.type) && !isUndoneOne(one)) ?? null
  return newest?.status === 'approved' ? null : newest
}

function isUndoneOne({ entry, sentBy }: ListedTransaction): boolean {
  const state = entry?.row.state ?? sentBy?.state ?? null
  return state !== null && isUndone(state)
}

function aboutLater(transaction: ListedTransaction, { state, facts }: Order, whole: MinorUnits | null): About {
  const { entry, sentBy, type, status } = transaction
  const made = entry?.row ?? sentBy
  const ofHold = state.kind === 'held' || state.kind === 'released' || made?.releasesHold === true
  return {
    subject: type === 'reversal' && ofHold ? 'release' : subjectOf(transaction),
    status,
    // Only of a transaction that was sent from here does no amount mean the whole.
    minorAmount: made === null
      ? null
      : made.minorAmount ?? entry?.row.reviewed?.minorAmount ?? facts.initialAmount ?? whole,
  }
}

function aboutOrder(order: Order, whole: MinorUnits | null): About {
  const { state, facts, otherwise } = order
  const made = subjectOf(makerOf(order))
  if (state.kind === 'done' && otherwise.length > 0) return { subject: made, status: 'unknown', minorAmount: null }
  const approved = (subject: CustomerSubject, minorAmount: MinorUnits | null): About =>
    ({ subject, status: 'approved', minorAmount })
  /** Of a hold that was captured in part, a refund returns that part. */
  const collected = facts.initialAmount ?? whole
  switch (state.kind) {
    case 'not-known': return { subject: made, status: 'unknown', minorAmount: whole }
    case 'as-made': return { subject: made, status: state.status, minorAmount: whole }
    case 'contradictory': return { subject: made, status: 'unknown', minorAmount: whole }
    case 'done': return approved(made, whole)
    case 'held': return approved('hold', whole)
    case 'released': return approved('release', whole)
    case 'captured': return approved('capture', state.captured)
    case 'voided': return approved('void', collected)
    case 'refunded': return approved('refund', collected)
    case 'returned-too-much': return approved('refund', state.returned)
    case 'partly-refunded': return approved('refund', state.refunded)
    case 'reversed-elsewhere': return approved('refund', state.whole ? collected : null)
  }
}

/** By the operation that was sent, else by the gateway's word for it. */
function subjectOf(transaction: ListedTransaction | null): CustomerSubject {
  const operation = transaction?.entry?.row.operation ?? transaction?.sentBy?.operation ?? null
  if (operation === null) return subjectOfType[readTransactionType(transaction?.type ?? null) ?? 'sale']
  const entry = operations[operation]
  if (!touchesMoney(entry)) return 'charge'
  switch (entry.kind) {
    case 'reversal': return isRefund(operation) ? 'refund' : 'void'
    case 'hold-without-amount': return 'hold'
    default: return entry.kind
  }
}
