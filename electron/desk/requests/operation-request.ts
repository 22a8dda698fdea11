import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Operation } from '#shared/gateway/operations.ts'
import type { Target } from './target.ts'

/** One thing to be done at one place, with normalised values that were found valid. */
export interface OperationRequest {
  readonly operation: Operation
  readonly target: Target
  readonly values: FieldValues
  /** Why it is right, as typed; only for what touches money. */
  readonly reason: string | null
}
