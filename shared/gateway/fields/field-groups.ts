/** Groups of an operation's fields on its form (§2.10 to §2.12). */
import type { FieldKey } from './fields.ts'

export type FieldGroupId =
  | 'order' | 'card' | 'customer' | 'browser' | 'addresses' | 'source' | 'destination' | 'sender' | 'receiver'
  | 'account'

export interface FieldGroup {
  readonly id: FieldGroupId
  /** A folded group opens by a click; it contains no required field. */
  readonly folded: boolean
  readonly keys: readonly FieldKey[]
}

/** A group that is open at first. */
export function shown(id: FieldGroupId, ...keys: readonly FieldKey[]): FieldGroup {
  return { id, folded: false, keys }
}

/** A group that is folded at first. */
export function folded(id: FieldGroupId, ...keys: readonly FieldKey[]): FieldGroup {
  return { id, folded: true, keys }
}
