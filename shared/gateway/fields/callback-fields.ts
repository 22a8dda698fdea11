/** Labels of the fields of callbacks and redirects (addendum 9). */
import type { Sensitivity } from './field-kinds.ts'
import { describeReplyField, isKnownReplyField, replySensitivity } from './reply-fields.ts'

export interface CallbackField {
  readonly label: string
  readonly hint: string | null
  readonly sensitivity: Sensitivity
}

const known: ReadonlyMap<string, CallbackField> = new Map<string, CallbackField>([
  ['status', { label: 'Status', hint: null, sensitivity: 'free-text' }],
  ['type', { label: 'Transaction type', hint: 'Which transaction of the order it is about: a reversal is a refund or void.', sensitivity: 'free-text' }],
  ['client_orderid', { label: 'Merchant order id', hint: 'The id you assigned to the order.', sensitivity: 'open' }],
  ['merchant_order', { label: 'Merchant order id, repeated', hint: 'This one is not covered by the control.', sensitivity: 'open' }],
  ['orderid', { label: 'Order id', hint: 'The id that the gateway assigned to the order.', sensitivity: 'open' }],
  ['amount', { label: 'Amount', hint: 'Not covered by the control: confirm it with a status request.', sensitivity: 'free-text' }],
  ['currency', { label: 'Currency', hint: 'Not covered by the control.', sensitivity: 'free-text' }],
  ['control', { label: 'Control', hint: 'Covers status, order id and merchant order id, nothing else.', sensitivity: 'digest' }],
  ['error_code', { label: 'Code', hint: null, sensitivity: 'free-text' }],
  ['error_message', { label: 'Message', hint: null, sensitivity: 'free-text' }],
  ['comment', { label: 'Comment', hint: null, sensitivity: 'free-text' }],
  ['merchant_data', { label: 'Merchant data', hint: null, sensitivity: 'free-text' }],
  ['serial-number', { label: 'Serial number', hint: 'Identifies the request it is about.', sensitivity: 'open' }],
])

/** True for the name of a known field of callbacks, redirects or replies. */
export function isCallbackField(name: string): boolean {
  return known.has(name) || isKnownReplyField(name)
}

/** Describes a field of a callback or redirect. An unknown field is free text with its name as the label. */
export function describeCallbackField(name: string): CallbackField {
  const own = known.get(name)
  if (own !== undefined) return own
  const { label, hint } = describeReplyField(name)
  const sensitivity = replySensitivity(name)
  // SECURITY: an unknown sender may write a card number into any field, even one whose value in replies is open.
  return { label, hint: hint ?? null, sensitivity: sensitivity === 'open' ? 'free-text' : sensitivity }
}
