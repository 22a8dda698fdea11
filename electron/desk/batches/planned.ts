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

/** A row that is ready. `values` are normalised, as in the request; `cells` are masked. */
export interface PlannedRow {
  readonly line: number
  readonly values: FieldValues
  readonly cells: readonly Masked[]
  /** The amount of the order, for a row without an amount, if known here. */
  readonly whole: { readonly minorAmount: MinorUnits; readonly currency: string } | null
  /** Why a possible duplicate is sent, and the duplicate at another desk that was accepted. */
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
  /** Other settings with which the rows were read. */
  readonly decimals: Draft['decimals']
  readonly defaults: FieldValues
  readonly periodLabel: string | null
  readonly changed: Draft['changed']
  readonly rows: readonly PlannedRow[]
}

/** The drafts, for the start of a batch. */
export interface DraftsForStart {
  /** The ready rows of a draft, if it is unchanged since it was shown (`version`). The draft stays. */
  take(draftId: DraftId, version: number): Result<PlannedBatch, Failure>
  profileOf(draftId: DraftId): Profile | null
  /**
   * Asks for the file of a batch and reads it in the same way as before. Returns the values of its rows by line,
   * normalised as in the request. Fails with `batch-file-differs` for a table with other columns.
   */
  readAgain(batch: ConfirmedBatch, target: Target): Promise<Result<ReadonlyMap<number, FieldValues>, Failure>>
  discard(draftId: DraftId): void
}
