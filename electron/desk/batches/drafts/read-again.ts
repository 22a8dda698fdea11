/** Reads the file of a batch again: the same table, read in the same way, gives the same values. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { mostRows } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ReadTable } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { ConfirmedBatch } from '../../../journal/port.ts'
import type { DeskContext } from '../../context.ts'
import type { Target } from '../../requests/index.ts'
import { checkValues } from './check-values.ts'
import { inParts } from './in-parts.ts'
import { newDraft } from './open.ts'
import { decimalsOf, valuesOf } from './row-values.ts'
import type { DraftState } from './state.ts'

/** See `DraftsForStart.readAgain`. */
export async function readAgain(
  desk: DeskContext, batch: ConfirmedBatch, target: Target,
): Promise<Result<ReadonlyMap<number, FieldValues>, Failure>> {
  const { system, tables } = desk.services
  const chosen = await system.chooseTable(`${operations[batch.operation].name}: choose the file of the batch`)
  if (chosen === null) return failed({ code: 'cancelled' })
  if (!chosen.ok) return chosen
  const { fileName, bytes } = chosen.value
  const read = await tables.read({ kind: 'bytes', bytes }, { mostRows })
  if (!read.ok) return failed(read.failure)
  const draft = confirmedDraft(desk, batch, target, fileName, read.value)
  const separator = draft === null ? null : decimalsOf(draft).separator
  if (draft === null || separator === null) return failed({ code: 'batch-file-differs' })
  const values = new Map<number, FieldValues>()
  await inParts(draft.rows, async (part) => {
    for (const row of part) values.set(row.line, checkValues(draft, row, valuesOf(draft, row, separator), null).values)
    return true
  })
  return success(values)
}

/**
 * The draft as it was when the batch was confirmed, without confidential changes; null for a table with other columns.
 */
function confirmedDraft(
  desk: DeskContext, { operation, headers, reading }: ConfirmedBatch, target: Target, fileName: string,
  table: ReadTable,
): DraftState | null {
  const { mapping, defaults, decimals, periodLabel, changes } = reading
  if (table.columns.length !== headers.length) return null
  if (table.columns.some((header, index) => maskFreeText(header) !== headers[index])) return null
  const draft = newDraft(
    desk, operations[operation], target, { source: 'file', fileName }, table,
    mapping.map((meaning) => ({ meaning, recognisedBy: null })),
  )
  const byLine = new Map(draft.rows.map((row) => [row.line, row]))
  for (const { line, field, value } of changes) byLine.get(line)?.edits.set(field, value)
  return Object.assign(draft, { defaults, chosenSeparator: decimals, periodLabel })
}
