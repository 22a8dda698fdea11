/** The records of batches: what a person confirmed, as JSON in the journal. */
import type { EntryId, Masked, MerchantKey, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { FieldKey } from '#shared/gateway/fields/fields.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { BatchId, ColumnMeaning } from '#shared/model/payments/batch.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { Separator } from '#shared/tables/written-amounts.ts'

/**
 * How a table was read into values, so that the same file gives the same rows again. Values of confidential fields are
 * omitted: only the file has them.
 */
export interface TableReading {
  readonly mapping: readonly ColumnMeaning[]
  readonly decimals: Separator | null
  readonly defaults: Readonly<Partial<Record<FieldKey, Masked>>>
  readonly periodLabel: string | null
  /** Cells that a person changed, by the line of the file. */
  readonly changes: readonly { readonly line: number; readonly field: FieldKey; readonly value: Masked }[]
}

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
  readonly reading: TableReading
}

/**
 * A row. `values` are masked. In a batch whose sent values are only in memory, `digest` is the keyed digest of all sent
 * values; else it is null. `cells` are the cells of the table.
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

/** The fields of a row that are facts of its entry. */
const facts: readonly FieldKey[] = ['merchantOrderId', 'orderId', 'cardReference', 'amount', 'currency']

/** A row without its content: without cells, reason, and values that are no facts. */
export function withoutContent(row: ConfirmedRow): ConfirmedRow {
  const values = Object.fromEntries(facts.flatMap((key) => {
    const value = row.values[key]
    return value === undefined ? [] : [[key, value]]
  }))
  return { ...row, values, cells: [], reason: null }
}

/** Whether a row has content that `withoutContent` removes. */
export function hasContent({ values, cells, reason }: ConfirmedRow): boolean {
  return cells.length > 0 || reason !== null || Object.keys(values).some((key) => !facts.some((fact) => fact === key))
}
