/** Server callbacks and final redirects (addendum 4 and 9), and the fields that their digest covers. */
import type { Masked } from '../../brands.ts'
import { describeCallbackField } from '../fields/callback-fields.ts'
import { callback } from '../catalogue/control-parts.ts'
import { controlTextBeforeSecret, secretToken } from '../signing/control.ts'
import type { FieldValues } from '../fields/fields.ts'
import { firstValue, type Pair } from '../encoding/form.ts'
import { builtFromMasked, maskValue } from '../requests/masking.ts'
import { defaultSwitches } from '../operations/switches.ts'

/** A `redirect` comes through the cardholder's browser and is never a result (§6.2). */
export type CallbackKind = 'callback' | 'redirect'

const covered = ['status', 'orderid', 'client_orderid'] as const
const mandatory: Readonly<Record<CallbackKind, readonly string[]>> = {
  callback: ['status', 'merchant_order', 'client_orderid', 'orderid', 'type', 'amount', 'control'],
  redirect: [...covered, 'control'],
}

/** The field names by which a callback is recognised. */
export const callbackNames: readonly string[] = mandatory.callback

/** Fields with `merchant_order` or `type` are a callback (addendum 9), all others a final redirect. */
export function callbackKind(fields: readonly Pair[]): CallbackKind {
  return fields.some(([name]) => name === 'merchant_order' || name === 'type') ? 'callback' : 'redirect'
}

/** True for a field that the control covers (addendum 4). */
export function isCovered(name: string): boolean {
  return covered.some((one) => one === name)
}

/**
 * The text whose hash is a callback's `control`, without the merchant's secret: status, order id, merchant order id
 * (addendum 4). An absent field counts as empty. So a matching digest proves nothing about an incomplete callback, and
 * nothing about its amount.
 */
export function callbackTextBeforeSecret(fields: readonly Pair[]): string {
  const values: FieldValues = {
    callbackStatus: firstValue(fields, 'status'),
    orderId: firstValue(fields, 'orderid'),
    merchantOrderId: firstValue(fields, 'client_orderid'),
  }
  return controlTextBeforeSecret({
    recipe: callback, values, entryPointId: '', minorAmount: null, switches: defaultSwitches,
  })
}

/**
 * The mandatory fields that are absent or blank, in order. SECURITY: an all-empty callback has a valid digest
 * (addendum 9).
 */
export function missingFields(fields: readonly Pair[], kind: CallbackKind): string[] {
  return mandatory[kind].filter((name) => (firstValue(fields, name) ?? '').trim() === '')
}

/** The hashed text for display: with masked values and a token in place of the secret. */
export function callbackSignedText(fields: readonly Pair[]): Masked {
  const masked = fields.map(([name, value]): Pair => [name, maskValue(describeCallbackField(name).sensitivity, value)])
  return builtFromMasked(callbackTextBeforeSecret(masked) + secretToken)
}

/** True for text in the form of a control: 40 lower-case hexadecimal digits (§5.1). */
export function isControlShaped(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/**
 * Compares a callback's control with the expected digest in constant time; false for a different length (addendum 9).
 */
export function digestMatches(received: string, expected: string): boolean {
  if (received.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= received.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}

/** JSON logs may escape `&` and `=`. */
const names = (text: string, field: string): boolean =>
  new RegExp(`(?:^|[^\\w-]|\\\\u0026)${field}(?:=|\\\\u003[dD])`).test(text)

/**
 * True for pasted text that is probably a callback or redirect: it contains a status, and a control or merchant order
 * id.
 */
export function looksLikeCallback(text: string): boolean {
  return names(text, 'status') && (names(text, 'control') || names(text, 'client_orderid'))
}
