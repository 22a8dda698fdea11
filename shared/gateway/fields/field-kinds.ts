/** The vocabulary of the field dictionary: a field's content, its length, and who may see it. */

export type FieldKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'identifier' }
  | { readonly kind: 'amount' }
  /** Amounts separated by commas on the wire, rows on the screen (§2.6 `enumerate_amounts`). */
  | { readonly kind: 'amount-list' }
  | { readonly kind: 'currency' }
  | { readonly kind: 'ip-address' }
  | { readonly kind: 'web-address' }
  | { readonly kind: 'card-number' }
  | { readonly kind: 'card-verification-value' }
  | { readonly kind: 'month' }
  | { readonly kind: 'year' }
  | { readonly kind: 'whole-number' }
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'multi-line' }

/** "64k" limits count UTF-8 bytes, all others characters (§8, addendum 12). */
export interface Limit {
  readonly unit: 'characters' | 'bytes'
  readonly most: number
  readonly least?: number
}

/**
 * Who may see a value outside main's memory. `open`: unchanged. `free-text`: unchanged except for text shaped like a
 * card number, which is masked. `card-number`: first six and last four. `never`: none of it. `payload` and `digest`:
 * the first eight characters (addendum 12).
 */
export type Sensitivity = 'open' | 'free-text' | 'card-number' | 'never' | 'payload' | 'digest'

/** True when values must be masked outside main, beyond the card numbers of free text. */
export function isMasked(sensitivity: Sensitivity): boolean {
  return sensitivity !== 'open' && sensitivity !== 'free-text'
}
