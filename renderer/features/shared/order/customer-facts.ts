/** The facts of a payment for a text to the customer: the payment itself, or its newest refund, void or capture. */
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
import { creatingTransaction } from './sentence.ts'

type Order = Pick<JudgedOrder, 'state' | 'transactions' | 'facts' | 'initialAmount' | 'currency' | 'otherwise'>
type CreatedBy = Pick<HistoryRow, 'minorAmount' | 'enumeratedMinorAmounts' | 'reviewed' | 'currency'>
type Around = Pick<CustomerFacts, 'reading' | 'paidAt' | 'timeZone'> & { readonly environment: Environment }
type About = Pick<CustomerFacts, 'subject' | 'status' | 'minorAmount'>

const subjectOfType = {
  sale: 'charge', preauth: 'hold', capture: 'capture', reversal: 'refund',
} as const satisfies Readonly<Record<TransactionType, CustomerSubject>>

/**
 * The facts for the customer. They are about the newest refund, void or capture until it has succeeded, else about the
 * order. `createdBy`: the entry that created the order.
 */
export function customerFacts(
  order: Order, createdBy: CreatedBy | null, { environment, reading, paidAt, timeZone }: Around,
): CustomerFacts {
  const whole = wholeOf(order, createdBy)
  const later = laterUnfinished(order)
  const creation = creatingTransaction(order)
  const stage = creation?.checks.at(-1)?.field('order-stage') ?? ''
  return {
    ...(later === null ? aboutOrder(order, whole) : aboutLater(later, order, whole)),
    waitsForCardholder: order.state.kind === 'as-made' && waitsForCardholder(order.state.status, stage),
    meaning: declineMeaning(creation?.errorCode ?? null, environment),
    currency: order.currency ?? createdBy?.reviewed?.currency ?? createdBy?.currency ?? null,
    reading, paidAt, timeZone,
  }
}

/** Minor units of the payment; null while the gateway tries several amounts in turn. */
function wholeOf({ state, facts, initialAmount }: Order, createdBy: CreatedBy | null): MinorUnits | null {
  const isTried = createdBy !== null && createdBy.enumeratedMinorAmounts.length > 0
  if (isTried) return state.kind === 'as-made' ? null : facts.initialAmount
  return initialAmount ?? createdBy?.reviewed?.minorAmount ?? createdBy?.minorAmount ?? null
}

/** The newest refund, void or capture that has not succeeded; one that was never sent does not concern the customer. */
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
  const request = entry?.row ?? sentBy
  const ofHold = state.kind === 'held' || state.kind === 'released' || request?.releasesHold === true
  return {
    subject: type === 'reversal' && ofHold ? 'release' : subjectOf(transaction),
    status,
    // Only of a transaction that was sent from here does no amount mean the whole.
    minorAmount: request === null
      ? null
      : request.minorAmount ?? entry?.row.reviewed?.minorAmount ?? facts.initialAmount ?? whole,
  }
}

function aboutOrder(order: Order, whole: MinorUnits | null): About {
  const { state, facts, otherwise } = order
  const subject = subjectOf(creatingTransaction(order))
  if (state.kind === 'done' && otherwise.length > 0) return { subject, status: 'unknown', minorAmount: null }
  const approved = (about: CustomerSubject, minorAmount: MinorUnits | null): About =>
    ({ subject: about, status: 'approved', minorAmount })
  /** A refund of a partly captured hold returns the captured part. */
  const collected = facts.initialAmount ?? whole
  switch (state.kind) {
    case 'not-known': return { subject, status: 'unknown', minorAmount: whole }
    case 'as-made': return { subject, status: state.status, minorAmount: whole }
    case 'contradictory': return { subject, status: 'unknown', minorAmount: whole }
    case 'done': return approved(subject, whole)
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

/** By the operation that was sent, else by the transaction type that the gateway reports. */
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
