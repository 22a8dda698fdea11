/** The fields of a status reply about an order or one of its later transactions (§2.9). */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { CardOnFile } from './card-on-file.ts'
import { expiryOfCard } from './card-on-file.ts'
import { uniqueCardId } from './card-ids.ts'
import type { Order, OrderRecord, Transaction } from './orders.ts'
import { acquirerReferences } from './references.ts'
import { orderStateOf, transactionState, type TransactionState } from './transaction-state.ts'

/** A moment in the gateway's form: UTC, with the zone. */
export function dateWithZone(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** Ids, amounts and the outcome; `transaction` is null for the order itself. */
export function outcomeFields(
  record: OrderRecord, transaction: Transaction | null, card: CardOnFile | null, now: number, productWord: string,
): Pair[] {
  const { order } = record
  const ownState = orderStateOf(record, now)
  const currentState = transaction === null ? ownState : transactionState(transaction, now)
  return [
    ['status', currentState.status],
    ['order-stage', currentState.stage],
    ['transaction-type', (transaction ?? order).transactionType],
    ['merchant-order-id', order.merchantOrderId],
    [`${productWord}-order-id`, order.orderId],
    // The approved amount appears after it is final; a refund also reports the order's amount (§2.9).
    ...filled('amount', ownState.final ? order.amount : order.initialAmount),
    ...filled('initial-amount', order.initialAmount),
    ...filled('currency', order.currency),
    ['gate-partial-reversal', card === null || card.seeded.partialRefunds ? 'enabled' : 'disabled'],
    ['gate-partial-capture', 'disabled'],
    ['descriptor', 'SANDBOX GATEWAY'],
    ...(order.merchantData === null ? [] : [['merchantdata', order.merchantData] as const]),
    ...problemFields(currentState),
    ...(currentState.final ? finalFields((transaction ?? order), order, currentState, productWord) : []),
  ]
}

/** An order that was created without an amount reports none. */
function filled(name: string, value: string): Pair[] {
  return value === '' ? [] : [[name, value]]
}

function problemFields({ error, advice }: TransactionState): Pair[] {
  return [
    ...(error === undefined ? [] : [['error-message', error.message], ['error-code', error.code]] as const),
    ...(advice === undefined ? [] : [['motivational-message', advice] as const]),
  ]
}

/** The acquirer's references for an order, by its order id, or for a later transaction, by its serial number. */
export function referencesOf(subject: Order | Transaction) {
  return acquirerReferences('merchantOrderId' in subject ? subject.orderId : subject.serialNumber)
}

function finalFields(
  subject: Order | Transaction, order: Order, { status, settledAt, authenticated }: TransactionState,
  productWord: string,
): Pair[] {
  // A filter, and a cardholder who was not authenticated, stop an order before the acquirer.
  const reached = status !== 'filtered' && authenticated !== false
  const { rrn, transactionId, approvalCode, receiptId } = referencesOf(subject)
  const final = dateWithZone(settledAt)
  return [
    ...(reached
      ? [
        ['processor-tx-id', transactionId], ['processor-rrn', rrn], ['terminal-id', 'SANDBOX1'],
        [`${productWord}-processing-date`, final],
      ] as const
      : []),
    ...(status === 'approved' ? [['approval-code', approvalCode], ['receipt-id', receiptId]] as const : []),
    ...(status === 'approved' && order.withExtras === true ? extraFields : []),
    ...(['processing', 'unknown'].includes(status) ? [] : [['transaction-date', final] as const]),
  ]
}

/** Sent only for the cards that demonstrate them. */
const extraFields: readonly Pair[] = [
  ['seller-commission', '0.30'], ['acquirer-commission', '0.12'], ['loyalty-balance', '1250'], ['loyalty-bonus', '10'],
  ['loyalty-program', 'SANDBOX CLUB'], ['loyalty-message', 'You have collected 10 points.'],
  ['original-gate-descriptor', 'SANDBOX GATE'], ['ips-src-payment-product-code', 'F'],
  ['ips-src-payment-product-name', 'CLASSIC'], ['ips-src-payment-type-code', 'C'], ['ips-src-payment-type-name', 'CREDIT'],
  ['destination-card-country-alpha-three-code', 'USA'],
]

/** The card and the customer. */
export function partyFields({ order }: OrderRecord, card: CardOnFile | null, now: number): Pair[] {
  const destination: Pair[] = order.hasDestinationCard === true
    ? [['destination-card-country-alpha-three-code', 'USA']]
    : []
  return [...destination, ...(order.customer ?? []), ...(card === null ? [] : cardFields(card, now))]
}

function cardFields(card: CardOnFile, now: number): Pair[] {
  const expiry = expiryOfCard(card, now)
  return [
    ['bin', card.bin],
    ['last-four-digits', card.lastFour],
    ['card-type', card.cardType],
    ['name', card.holder],
    ['cardholder-name', card.holder],
    ['card-exp-month', expiry.month],
    ['card-exp-year', expiry.year],
    ['card-hash-id', uniqueCardId(card)],
    ['card-country-alpha-three-code', 'USA'],
    ['bank-name', 'SANDBOX BANK'],
  ]
}
