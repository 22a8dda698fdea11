/** The properties of a field in the dictionary: its content, its length, and who may see it. */

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

/** Limits of "64k" are UTF-8 bytes, all others characters (§8, addendum 12). */
export interface Limit {
  readonly unit: 'characters' | 'bytes'
  readonly most: number
  readonly least?: number
}

/**
 * What may be seen of a value outside main's memory. `open`: all of it. `free-text`: all but possible card numbers,
 * which are masked. `card-number`: first six and last four digits. `never`: nothing. `payload` and `digest`: the first
 * eight characters (addendum 12).
 */
export type Sensitivity = 'open' | 'free-text' | 'card-number' | 'never' | 'payload' | 'digest'

/** True if values are masked outside main beyond the card numbers in free text. */
export function isMasked(sensitivity: Sensitivity): boolean {
  return sensitivity !== 'open' && sensitivity !== 'free-text'
}
