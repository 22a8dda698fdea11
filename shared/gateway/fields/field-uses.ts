/** How an operation uses a field of the dictionary: whether it is required, and its wire name where that differs. */
import type { FieldKey } from './fields.ts'

/** `supplied` fields come from the profile or the signature, never from the person. */
type Need = 'required' | 'optional' | 'supplied'

/** The types name the field and its need, so that the compiler checks both. */
export interface FieldUse<Key extends FieldKey = FieldKey, Needed extends Need = Need> {
  readonly key: Key
  readonly need: Needed
  /** Whether a form shows it at once or behind "more fields". */
  readonly place: 'first' | 'more'
  /** True for an optional field that the gateway expects anyway. */
  readonly expected?: true
  /** A wire name that differs from the dictionary's for this operation (`client-order-id`). */
  readonly wire?: string
  /** The wire name where the profile's browser fields are all prefixed (addendum 2). */
  readonly prefixedWire?: string
}

/** A field that is required for sending. */
export function required<Key extends FieldKey>(key: Key, wire?: string): FieldUse<Key, 'required'> {
  return { key, need: 'required', place: 'first', ...(wire !== undefined && { wire }) }
}

/** An optional field that most requests omit. */
export function optional<Key extends FieldKey>(key: Key, wire?: string): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'more', ...(wire !== undefined && { wire }) }
}

/** A field that may be left empty but is always shown. */
export function asked<Key extends FieldKey>(key: Key): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'first' }
}

/** An optional field that the gateway expects: the form asks a person to fill it in (addendum 8). */
export function expected<Key extends FieldKey>(key: Key): FieldUse<Key, 'optional'> {
  return { ...asked(key), expected: true }
}

/** A browser field of a sale, with its name in the other family of names (addendum 2). */
export function browser<Key extends FieldKey>(key: Key, prefixedWire: string): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'more', prefixedWire }
}

/** A field that the profile or the signature supplies. */
export function supplied<Key extends FieldKey>(key: Key): FieldUse<Key, 'supplied'> {
  return { key, need: 'supplied', place: 'more' }
}

/** Several optional fields that most requests omit. */
export function allOptional<Key extends FieldKey>(...keys: readonly Key[]): FieldUse<Key, 'optional'>[] {
  return keys.map((key) => optional(key))
}
