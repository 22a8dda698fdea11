import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Operation } from '#shared/gateway/operations.ts'
import type { Place } from './place.ts'

/** One thing to be done at one place, with normalised values that were found valid. */
export interface Deed {
  readonly operation: Operation
  readonly place: Place
  readonly values: FieldValues
  /** Why it is right, as typed; only for what touches money. */
  readonly reason: string | null
}
