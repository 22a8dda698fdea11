/** Server callbacks and final redirects (addendum 4 and 9), and which fields their digest covers. */
import type { Masked } from '../../brands.ts'
import { describeCallbackField } from '../fields/callback-fields.ts'
import { callback } from '../catalogue/control-parts.ts'
import { controlTextBeforeSecret, secretToken } from '../signing/control.ts'
import type { FieldValues } from '../fields/fields.ts'
import { firstValue, type Pair } from '../encoding/form.ts'
import { builtFromMasked, maskValue } from '../requests/masking.ts'
import { defaultSwitches } from '../operations/switches.ts'

/** `redirect` comes through the cardholder's browser. It is never a result (§6.2). */
export type CallbackKind = 'callback' | 'redirect'

const covered = ['status', 'orderid', 'client_orderid'] as const
const mandatory: Readonly<Record<CallbackKind, readonly string[]>> = {
  callback: ['status', 'merchant_order', 'client_orderid', 'orderid', 'type', 'amount', 'control'],
  redirect: [...covered, 'control'],
}

/** The names that distinguish fields of a callback from all others. */
export const callbackNames: readonly string[] = mandatory.callback

/** A callback has `merchant_order` and `type` (addendum 9); fields that have neither are those of a final redirect. */
export function callbackKind(fields: readonly Pair[]): CallbackKind {
  return fields.some(([name]) => name === 'merchant_order' || name === 'type') ? 'callback' : 'redirect'
}

/** True for a field that the control covers (addendum 4). */
export function isCovered(name: string): boolean {
  return covered.some((one) => one === name)
}

/**
 * The text that a callback's `control` hashes, up to the merchant's secret: status, order id, merchant order id
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
 * The mandatory fields that are absent or empty, in their order; a space alone counts as empty. An all-empty callback
 * has a valid digest (addendum 9).
 */
export function missingFields(fields: readonly Pair[], kind: CallbackKind): string[] {
  return mandatory[kind].filter((name) => (firstValue(fields, name) ?? '').trim() === '')
}

/** The text that was hashed as it may be shown: masked values, and the secret as a token. */
export function callbackSignedText(fields: readonly Pair[]): Masked {
  const masked = fields.map(([name, value]): Pair => [name, maskValue(describeCallbackField(name).sensitivity, value)])
  return builtFromMasked(callbackTextBeforeSecret(masked) + secretToken)
}

/** True for text that can be a control: 40 lower-case hexadecimal digits (§5.1). */
export function isControlShaped(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/**
 * Compares the control of a callback with the expected digest in constant time. False for a control of another length
 * (addendum 9).
 */
export function digestMatches(received: string, expected: string): boolean {
  if (received.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= received.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}

/** Logs that write JSON may escape `&` and `=`. */
const names = (text: string, field: string): boolean =>
  new RegExp(`(?:^|[^\\w-]|\\\\u0026)${field}(?:=|\\\\u003[dD])`).test(text)

/**
 * True for pasted text that is probably a callback or redirect: an address, query or log line that names a status, and
 * with it a control or a merchant order id.
 */
export function looksLikeCallback(text: string): boolean {
  return names(text, 'status') && (names(text, 'control') || names(text, 'client_orderid'))
}
