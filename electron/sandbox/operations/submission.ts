/** The common parts of all submissions: the created order and the reply (§2.7). */
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { maskCardNumbersIn } from '#shared/gateway/numbers/luhn.ts'
import { cardTypeOf, type TypedCard } from '../orders/cards.ts'
import { minorAmountOf } from '../requests/check-control.ts'
import { merchant } from '../requests/merchant.ts'
import type { Order } from '../orders/orders.ts'
import type { Readings } from '../requests/readings.ts'
import type { Attempt } from '../orders/results.ts'
import type { HandlerInput } from './handler.ts'

/** The parts of an order that its operation decides. */
type Own = Pick<Order, 'transactionType' | 'amount' | 'result' | 'cardReference'>
  & Partial<Pick<Order, 'card' | 'way' | 'withExtras' | 'hasDestinationCard'>>

/** The order that a submission creates, with its ids, times and the data for cardholder and merchant. */
export function newOrder({ values, ids, now, processingMs }: HandlerInput, own: Own): Order {
  const customer = customerOf(values)
  const { redirectUrl, redirectSuccessUrl, redirectFailUrl, serverCallbackUrl } = values
  const redirects = {
    always: redirectUrl ?? null, approved: redirectSuccessUrl ?? null, otherwise: redirectFailUrl ?? null,
  }
  return {
    orderId: ids.orderId,
    merchantOrderId: values.merchantOrderId ?? '',
    serialNumber: ids.serialNumber,
    initialAmount: values.amount ?? '',
    currency: values.currency ?? '',
    submittedAt: new Date(now).toISOString(),
    settledAt: new Date(now + processingMs).toISOString(),
    merchantData: values.merchantData ?? null,
    ...own,
    ...(customer.length > 0 && { customer }),
    ...(serverCallbackUrl !== undefined && { callbackUrl: serverCallbackUrl }),
    ...(Object.values(redirects).some((url) => url !== null) && { redirectUrls: redirects }),
  }
}

/** The reply to a request that created or continued an order. */
export function asyncResponse({ merchantOrderId, orderId }: Order, productWord: string): Pair[] {
  return [
    ['type', 'async-response'],
    ['merchant-order-id', merchantOrderId],
    [`${productWord}-order-id`, orderId],
    ['end-point-id', merchant.endpointId],
  ]
}

/** Enumerated amounts replace the one amount. */
export function attemptsOf(values: FieldValues, readings: Readings): readonly [Attempt, ...Attempt[]] {
  const attempt = (amount: string): Attempt => ({ amount, minorAmount: minorAmountOf(amount, values, readings) ?? '' })
  const [first, ...others] = (values.enumeratedAmounts ?? values.amount ?? '').split(',').map((amount) => attempt(amount.trim()))
  return first === undefined ? [attempt('')] : [first, ...others]
}

/** The facts of a typed card that may be stored; null without a number. */
export function typedCardOf({ cardNumber, cardHolder, expireMonth, expireYear }: FieldValues): TypedCard | null {
  if (cardNumber === undefined) return null
  return {
    // SECURITY: a card number in the field for the name must not reach the ledger either.
    holder: maskCardNumbersIn(cardHolder ?? ''),
    bin: cardNumber.slice(0, 6),
    lastFour: cardNumber.slice(-4),
    cardType: cardTypeOf(cardNumber),
    expireMonth: (expireMonth ?? '').padStart(2, '0'),
    expireYear: expireYear?.length === 2 ? `20${expireYear}` : expireYear ?? '',
  }
}

const customerFields: readonly (readonly [FieldKey, string])[] = [
  ['phone', 'phone'], ['email', 'email'], ['firstName', 'first-name'], ['lastName', 'last-name'], ['country', 'country'],
  ['state', 'state'], ['city', 'city'], ['zipCode', 'zip_code'], ['address', 'address1'],
]

function customerOf(values: FieldValues): Pair[] {
  return customerFields.flatMap(([key, name]): Pair[] => {
    const value = values[key]
    return value === undefined ? [] : [[name, maskCardNumbersIn(value)]]
  })
}
