/** The use of a field in one operation: whether it is required, and its wire name if that differs. */
import type { FieldKey } from './fields.ts'

/** The profile or the signature provides `supplied` fields, never the person. */
type Need = 'required' | 'optional' | 'supplied'

/** The type contains the field and its need, so that the compiler can check both. */
export interface FieldUse<Key extends FieldKey = FieldKey, Needed extends Need = Need> {
  readonly key: Key
  readonly need: Needed
  /** `more`: a form shows it only behind "more fields". */
  readonly place: 'first' | 'more'
  /** True for an optional field that the gateway expects nevertheless. */
  readonly expected?: true
  /** The wire name in this operation, if it differs from the dictionary's (`client-order-id`). */
  readonly wire?: string
  /** The wire name for profiles that prefix all browser fields (addendum 2). */
  readonly prefixedWire?: string
}

/** A field without which nothing is sent. */
export function required<Key extends FieldKey>(key: Key, wire?: string): FieldUse<Key, 'required'> {
  return { key, need: 'required', place: 'first', ...(wire !== undefined && { wire }) }
}

/** An optional field that most requests omit. */
export function optional<Key extends FieldKey>(key: Key, wire?: string): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'more', ...(wire !== undefined && { wire }) }
}

/** An optional field that forms always show. */
export function visible<Key extends FieldKey>(key: Key): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'first' }
}

/** An optional field that the gateway expects: the form asks a person to fill it in (addendum 8). */
export function expected<Key extends FieldKey>(key: Key): FieldUse<Key, 'optional'> {
  return { ...visible(key), expected: true }
}

/** A browser field of a sale, with its prefixed name (addendum 2). */
export function browser<Key extends FieldKey>(key: Key, prefixedWire: string): FieldUse<Key, 'optional'> {
  return { key, need: 'optional', place: 'more', prefixedWire }
}

/** A field that the profile or the signature provides. */
export function supplied<Key extends FieldKey>(key: Key): FieldUse<Key, 'supplied'> {
  return { key, need: 'supplied', place: 'more' }
}

/** Several optional fields that most requests omit. */
export function allOptional<Key extends FieldKey>(...keys: readonly Key[]): FieldUse<Key, 'optional'>[] {
  return keys.map((key) => optional(key))
}
