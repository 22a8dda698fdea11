/** The control recipe as data: the values before the merchant's secret, in order (§5.1, addendum 4). */
import type { FieldKey } from '../fields/fields.ts'

/** The trimmed value of a field. An absent value counts as empty; with `when-sent` it is left out. */
interface FieldPart<Key extends FieldKey> {
  readonly from: 'field'
  readonly key: Key
  readonly when: 'always' | 'when-sent'
}

/** The amount in minor units. */
interface AmountPart {
  readonly from: 'minor-amount'
  readonly when: 'always' | 'when-sent'
}

/** Endpoint id or group id; two variations of this gateway family omit it from the recurrent control (addendum 2). */
interface EntryPointPart {
  readonly from: 'entry-point'
  readonly when: 'always' | 'unless-switched-off'
}

export type ControlPart = FieldPart<FieldKey> | AmountPart | EntryPointPart

export function field<Key extends FieldKey>(key: Key, when: FieldPart<Key>['when'] = 'always'): FieldPart<Key> {
  return { from: 'field', key, when }
}

export function entryPoint(when: EntryPointPart['when']): EntryPointPart {
  return { from: 'entry-point', when }
}

export function minorAmount(when: AmountPart['when']): AmountPart {
  return { from: 'minor-amount', when }
}

/** The fields that the `control` of server callbacks and final redirects covers; no others (addendum 4 and 9). */
export const callback: readonly ControlPart[] = [field('callbackStatus'), field('orderId'), field('merchantOrderId')]
