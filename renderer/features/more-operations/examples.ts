/** Example values for trying an operation at the built-in gateway: its seeded cards and orders, and invented texts. */
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { carries, replyKindOf, type Operation } from '#shared/gateway/operations/operations.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { FieldForm } from '../shared/form/field-form.ts'

type Examples = NonNullable<ProfileView['examples']>

export interface Example {
  readonly id: string
  readonly label: string
  readonly note?: string
  readonly values: FieldValues
}

// The IP address is reserved for documentation (RFC 5737); the desk's own address is never filled in.
const commonValues: FieldValues = {
  amount: '10.15', currency: 'USD', orderDescription: 'Example order', customerIpAddress: '203.0.113.9',
  cardHolder: 'TEST CARDHOLDER', expireMonth: '12',
}

/** The examples for the form of an operation; empty unless the gateway is the built-in one. */
export function examplesFor(operation: Operation<string>, examples: Examples | null, year: number): Example[] {
  if (examples === null) return []
  const referenceKey = cardReferenceKeys.find((key) => carries(operation, key))
  if (carries(operation, 'destinationCardNumber')) return transferExample(examples.testCards, year)
  if (carries(operation, 'cardNumber')) {
    return examples.testCards.map(({ cardNumber, way }) => ({
      id: cardNumber, label: cardNumber, ...(way !== 'none' && { note: way.replaceAll('-', ' ') }),
      values: { ...commonValues, expireYear: String(year + 2), redirectUrl: 'https://shop.example/back', cardNumber },
    }))
  }
  if (referenceKey !== undefined) {
    return examples.cards.map(({ cardReference, outcome }) => ({
      id: cardReference, label: cardReference, note: outcome.replaceAll('-', ' '),
      values: { ...commonValues, [referenceKey]: cardReference },
    }))
  }
  if (replyKindOf(operation) !== 'order-status') return []
  const { orderId, merchantOrderId } = examples
  return [{ id: orderId, label: orderId, note: merchantOrderId, values: { orderId, merchantOrderId } }]
}

/** A transfer from the first test card to the second; their 3-D Secure behaviour has no effect on it. */
function transferExample(cards: Examples['testCards'], year: number): Example[] {
  const [from, to] = cards
  if (from === undefined || to === undefined) return []
  const { cardNumber } = from
  const values = { ...commonValues, expireYear: String(year + 2), cardNumber, destinationCardNumber: to.cardNumber }
  return [{ id: cardNumber, label: cardNumber, note: `→ ${to.cardNumber}`, values }]
}

/** Fields that name a card on file. The first one that an operation has is filled in. */
const cardReferenceKeys: readonly FieldKey[] = ['cardReference', 'sendingCardReference']
/** An example always replaces these fields; it fills the others only if they are empty. */
const always: readonly FieldKey[] = [
  ...cardReferenceKeys, 'cardNumber', 'destinationCardNumber', 'orderId', 'merchantOrderId',
]

/** Fills an example into the form. Other values that a person typed are kept. */
export function fillExample(form: FieldForm, { values }: Example): void {
  for (const { key } of form.operation.value.fields) {
    const value = values[key]
    const empty = (form.values.value[key] ?? '') === ''
    if (value !== undefined && (always.includes(key) || empty)) form.type(key, value)
  }
}
