/** The fields that a table lacks before its rows can be checked. */
import type { FieldKey, FieldValues } from '../gateway/fields/fields.ts'
import { carries, createsOrder, type Operation } from '../gateway/operations/operations.ts'
import type { ColumnMeaning } from '../model/payments/batch.ts'
import type { EntryPoint } from '../model/profiles/profile.ts'
import { batchFields } from './batch-columns.ts'

/** A person's choices for a table. */
export interface TableMapping {
  readonly operation: Operation
  readonly entryPoint: EntryPoint
  /** The meaning of each column. */
  readonly meanings: readonly ColumnMeaning[]
  /** Meanings that several columns may have, and that were therefore not assigned. */
  readonly unclear: readonly ColumnMeaning[]
  readonly defaults: FieldValues
  readonly periodLabel: string | null
}

/** True if merchant order ids are derived: the operation creates orders, and no column contains the ids. */
export function derivesOrderIds({ operation, meanings }: Pick<TableMapping, 'operation' | 'meanings'>): boolean {
  return createsOrder(operation) && !meanings.includes('merchantOrderId')
}

/**
 * Required fields without a column, a value for all rows, or another source. Also every field that several columns may
 * contain, until a person chooses one: a refund without its amount would be a full refund.
 */
export function missingFields(mapping: TableMapping): readonly FieldKey[] {
  const { operation, entryPoint, meanings, unclear, defaults } = mapping
  return batchFields(operation).filter(({ key, need }) => {
    if (meanings.includes(key)) return false
    if (unclear.includes(key)) return (defaults[key] ?? '').trim() === ''
    if (need !== 'required') return false
    if (key === 'merchantOrderId') return isIdMissing(mapping)
    // The history knows both ids of an order, so one is enough.
    if (key === 'orderId') return !meanings.includes('merchantOrderId')
    return (defaults[key] ?? '').trim() === '' && !(key === 'currency' && entryPoint.kind === 'endpoint')
  }).map(({ key }) => key)
}

function isIdMissing(mapping: TableMapping): boolean {
  const { operation, meanings, periodLabel } = mapping
  if (derivesOrderIds(mapping)) return (periodLabel ?? '').trim() === '' || !meanings.includes('row-name')
  return !carries(operation, 'orderId') || !meanings.includes('orderId')
}
