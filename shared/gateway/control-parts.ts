/**
 * The control recipe as data: which values stand before the merchant's secret, and in which order (§5.1, addendum 4).
 */
import type { FieldKey } from './fields.ts'

export type ControlPart =
  /** The trimmed value of a field; an absent one counts as empty, or as no part at all with `when-sent`. */
  | { readonly from: 'field'; readonly key: FieldKey; readonly when: 'always' | 'when-sent' }
  /** Endpoint id or group id; two profiles of this family leave it out of the recurrent control (addendum 2). */
  | { readonly from: 'entry-point'; readonly when: 'always' | 'unless-switched-off' }
  /** The amount in minor units. */
  | { readonly from: 'minor-amount'; readonly when: 'always' | 'when-sent' }

export function field(key: FieldKey, when: 'always' | 'when-sent' = 'always'): ControlPart {
  return { from: 'field', key, when }
}

export function entryPoint(when: 'always' | 'unless-switched-off'): ControlPart {
  return { from: 'entry-point', when }
}

export function minorAmount(when: 'always' | 'when-sent'): ControlPart {
  return { from: 'minor-amount', when }
}

/** Server callback and final redirect: what their `control` covers, and nothing more (addendum 4 and 9). */
export const callback: readonly ControlPart[] = [field('callbackStatus'), field('orderId'), field('merchantOrderId')]
