/** Server callbacks and final redirects (addendum 4 and 9): what their digest covers, and what it does not. */
import { callback } from './control-parts.ts'
import { controlTextBeforeSecret } from './control.ts'
import type { FieldValues } from './fields.ts'
import { firstValue, type Pair } from './form.ts'
import { defaultSwitches } from './switches.ts'

const mandatory = ['status', 'merchant_order', 'client_orderid', 'orderid', 'type', 'amount', 'control'] as const

/**
 * The text that a callback's `control` hashes, up to the merchant's secret: status, order id, merchant order id
 * (addendum 4). An absent one counts as empty, so a matching digest proves nothing about a callback that is not
 * complete, nor about its amount.
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

/** True when every mandatory field is there and filled: an all-empty callback has a valid digest (addendum 9). */
export function callbackIsComplete(fields: readonly Pair[]): boolean {
  return mandatory.every((name) => (firstValue(fields, name) ?? '') !== '')
}

/**
 * Compares the control of a callback with the expected digest without telling by its duration where they differ; one of
 * another length is refused (addendum 9).
 */
export function digestMatches(received: string, expected: string): boolean {
  if (received.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= received.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}
