/** A form for every operation, filled from the field dictionary; confidential fields get planted values. */
import type { FieldKind } from '#shared/gateway/fields/field-kinds.ts'
import { fields, isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { Planted } from './canaries.ts'

type Values = Partial<Record<FieldKey, string>>

/** Of fields that exclude each other, the one to leave out. */
const excludedFields: readonly FieldKey[] = ['destinationCardReference', 'destinationCardRecurringPaymentId']

/** Every field of an operation that a person fills in, in the two parts in which it crosses the bridge. */
export function formFor(operation: Operation, planted: Planted): { values: Values; confidential: Values } {
  const typed = operation.fields.filter(({ need, key }) => need !== 'supplied' && !excludedFields.includes(key))
  const keys = typed.map(({ key }) => key)
  const filled = (wanted: boolean): Values => Object.fromEntries(keys.filter((key) => isConfidential(key) === wanted)
    .map((key) => [key, wanted ? secretValue(key, planted) : openValue(key)]))
  return { values: filled(false), confidential: filled(true) }
}

function secretValue(key: FieldKey, planted: Planted): string {
  const { content, sensitivity } = fields[key]
  switch (sensitivity) {
    case 'card-number': return planted.cardNumber
    case 'never': return content.kind === 'card-verification-value' ? planted.cardVerificationValue : planted.personal
    case 'payload':
    case 'digest': return planted.payload
    case 'open':
    case 'free-text': throw new Error(`${key} is not confidential`)
  }
}

function openValue(key: FieldKey): string {
  const { content } = fields[key]
  return key === 'merchantOrderId' || key === 'orderId' ? `order-${crypto.randomUUID().slice(0, 8)}` : sample(content)
}

function sample(content: FieldKind): string {
  switch (content.kind) {
    case 'amount': return '10.15'
    case 'amount-list': return '5.00,2.50'
    case 'currency': return 'USD'
    case 'ip-address': return '203.0.113.9'
    case 'web-address': return 'https://shop.example/done'
    case 'month': return '12'
    case 'year': return '39'
    case 'whole-number': return '24'
    case 'yes-no': return 'true'
    case 'choice': return content.choices[0] ?? ''
    case 'text':
    case 'identifier':
    case 'multi-line': return 'X1'
    case 'card-number':
    case 'card-verification-value': throw new Error('confidential')
  }
}
