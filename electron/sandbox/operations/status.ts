/** Order status, both versions (§2.8, §2.9, addendum 7). */
import type { Pair } from '#shared/gateway/form.ts'
import { expiryOf, type SeededCard } from '../cards.ts'
import { acquirerReferences, standingOf, type Order } from '../orders.ts'
import { invalidParameter } from '../replies.ts'
import { uniqueCardId } from './card-ids.ts'
import type { Handler, HandlerInput } from './handler.ts'

export const status: Handler = (input) => {
  const { values, books } = input
  const order = books.order({
    merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId, serialNumber: values.serialNumber,
  })
  const card = order === null ? null : books.card(order.cardReference)
  if (order === null || card === null) {
    return { kind: 'refused', refusal: invalidParameter('Order not found: no order has these ids') }
  }
  return {
    kind: 'answered',
    fields: [
      ['type', 'status-response'],
      ...(values.serialNumber === undefined ? [] : [['by-request-sn', values.serialNumber] as const]),
      ...orderFields(order, input),
      ...cardFields(card.seeded, input.now),
    ],
  }
}

function orderFields(order: Order, { now, productWord, baseUrl }: HandlerInput): Pair[] {
  const standing = standingOf(order, now)
  const fields: Pair[] = [
    ['status', standing.status],
    ['order-stage', standing.stage],
    ['transaction-type', order.transactionType],
    ['merchant-order-id', order.merchantOrderId],
    [`${productWord}-order-id`, order.orderId],
    // The amount that was approved shows once it is known; `initial-amount` is constant (§2.9).
    ['amount', standing.settled ? order.amount : order.initialAmount],
    ['initial-amount', order.initialAmount],
    ['currency', order.currency],
    ['gate-partial-reversal', 'enabled'],
    ['gate-partial-capture', 'disabled'],
    ['descriptor', 'SANDBOX GATEWAY'],
  ]
  if (order.merchantData !== null) fields.push(['merchantdata', order.merchantData])
  if (standing.error !== undefined) {
    fields.push(['error-message', standing.error.message], ['error-code', standing.error.code])
  }
  if (standing.advice !== undefined) fields.push(['motivational-message', standing.advice])
  if (standing.stage === 'sale_3d_validating') fields.push(['redirect-to', cardholderPage(baseUrl, productWord, order)])
  return standing.settled ? [...fields, ...settledFields(order, standing.status, productWord)] : fields
}

function settledFields(order: Order, standing: string, productWord: string): Pair[] {
  // A filter stops an order before the acquirer hears of it.
  const reached = standing !== 'filtered' && order.result !== 'waits-for-cardholder'
  const { rrn, transactionId, approvalCode, receiptId } = acquirerReferences(order.orderId)
  const settled = dateWithZone(order.settledAt)
  return [
    ...(reached
      ? [
        ['processor-tx-id', transactionId], ['processor-rrn', rrn], ['terminal-id', 'SANDBOX1'],
        [`${productWord}-processing-date`, settled],
      ] as const
      : []),
    ...(standing === 'approved' ? [['approval-code', approvalCode], ['receipt-id', receiptId]] as const : []),
    ...(['processing', 'unknown'].includes(standing) ? [] : [['transaction-date', settled] as const]),
  ]
}

function cardFields(card: SeededCard, now: number): Pair[] {
  const expiry = expiryOf(card, now)
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

/** Where a cardholder would authenticate. */
function cardholderPage(baseUrl: string, productWord: string, order: Order): string {
  return `${baseUrl}/${productWord}/cardholder/${order.orderId}`
}

function dateWithZone(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
