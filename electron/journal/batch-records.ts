/** The records of batches: what a person confirmed, as JSON in the journal. */
import type { EntryId, Masked, MerchantKey, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { FieldKey } from '#shared/gateway/fields.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { BatchId, ColumnMeaning } from '#shared/model/batch.ts'
import type { Environment } from '#shared/model/environment.ts'
import type { EntryPoint } from '#shared/model/profile.ts'

/** The parts of a batch that all rows have in common. */
export interface ConfirmedBatch {
  readonly batchId: BatchId
  readonly startedAt: UtcTime
  readonly who: string
  readonly profileId: ProfileId
  readonly profileName: string
  readonly environment: Environment
  readonly merchantKey: MerchantKey
  readonly entryPoint: EntryPoint
  readonly operation: OperationId
  readonly fileName: Masked | null
  readonly headers: readonly Masked[]
  readonly mapping: readonly ColumnMeaning[]
}

/**
 * A row. `values` are masked: those of a row that comes from a file only may lack what is sent, which is in memory
 * alone. `digest` is their keyed digest there, null elsewhere. `cells` are the cells of the table.
 */
export interface ConfirmedRow {
  readonly line: number
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  readonly values: Readonly<Partial<Record<FieldKey, Masked>>>
  readonly digest: string | null
  readonly cells: readonly Masked[]
  /** Why a possible duplicate is sent nevertheless. */
  readonly reason: Masked | null
  readonly acceptDuplicateOf?: EntryId
}
