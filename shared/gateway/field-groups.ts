/** Which fields of an operation belong together on a form (§2.10 to §2.12). */
import type { FieldKey } from './fields.ts'

export type FieldGroupId =
  | 'order' | 'card' | 'customer' | 'browser' | 'addresses' | 'source' | 'destination' | 'sender' | 'receiver'
  | 'account'

export interface FieldGroup {
  readonly id: FieldGroupId
  /** A folded group is one click away; it holds nothing that is required. */
  readonly folded: boolean
  readonly keys: readonly FieldKey[]
}

/** A group that stands open. */
export function shown(id: FieldGroupId, ...keys: readonly FieldKey[]): FieldGroup {
  return { id, folded: false, keys }
}

/** A group behind one click. */
export function folded(id: FieldGroupId, ...keys: readonly FieldKey[]): FieldGroup {
  return { id, folded: true, keys }
}
