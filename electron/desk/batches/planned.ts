/** A draft as a person confirms it: exactly these rows are sent, or none. */
import type { EntryId, Masked, MinorUnits } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { ColumnMeaning, Draft, DraftId } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { Result } from '#shared/result.ts'
import type { ConfirmedBatch } from '../../journal/port.ts'
import type { Target } from '../requests/index.ts'

/** A row that is ready. `values` are normalised, as they will be composed; `cells` are masked. */
export interface PlannedRow {
  readonly line: number
  readonly values: FieldValues
  readonly cells: readonly Masked[]
  /** The amount of the order that a row without one is about, as far as it is known here. */
  readonly whole: { readonly minorAmount: MinorUnits; readonly currency: string } | null
  /** Why a possible duplicate is sent nevertheless, and the one of another desk that it is about. */
  readonly reason: string | null
  readonly acceptDuplicateOf?: EntryId
}

export interface PlannedBatch {
  readonly operation: Operation
  readonly target: Target
  readonly source: Draft['source']
  readonly fileName: Masked | null
  readonly headers: readonly Masked[]
  readonly mapping: readonly ColumnMeaning[]
  /** What else the rows were read with. */
  readonly decimals: Draft['decimals']
  readonly defaults: FieldValues
  readonly periodLabel: string | null
  readonly changed: Draft['changed']
  readonly rows: readonly PlannedRow[]
}

/** The drafts, as the start of a batch uses them. */
export interface DraftsForStart {
  /** The ready rows of a draft that is still as it was shown (`version`). The draft stays. */
  take(draftId: DraftId, version: number): Result<PlannedBatch, Failure>
  profileOf(draftId: DraftId): Profile | null
  /**
   * Asks for the file of a batch and reads it as it was read before: the values of its rows by line, normalised, as
   * they will be composed. `batch-file-differs` for a table with other columns.
   */
  readAgain(batch: ConfirmedBatch, target: Target): Promise<Result<ReadonlyMap<number, FieldValues>, Failure>>
  discard(draftId: DraftId): void
}
