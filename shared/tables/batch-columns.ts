/** The columns of a table for a batch: the fields that they may mean, and how their names are recognised. */
import type { FieldUse } from '../gateway/field-uses.ts'
import { fields, type FieldKey } from '../gateway/fields.ts'
import { idKindByName } from '../gateway/id-names.ts'
import type { Operation } from '../gateway/operations.ts'
import type { ColumnMeaning } from '../model/batch.ts'

/** The meaning of a column and who gave it. */
export interface RecognisedColumn {
  readonly meaning: ColumnMeaning
  readonly recognisedBy: 'wire-name' | 'label' | 'kept' | 'person' | null
}

/**
 * The fields of an operation that a row may have. SECURITY: card numbers and card verification values are none of them:
 * a file of these must not be kept.
 */
export function batchFields(operation: Operation): readonly FieldUse[] {
  return operation.fields.filter(({ key, need }) => need !== 'supplied'
    && fields[key].content.kind !== 'card-number' && fields[key].content.kind !== 'card-verification-value')
}

/** True for a field that a row of a batch may have. */
export function isBatchField(operation: Operation, key: FieldKey): boolean {
  return batchFields(operation).some((use) => use.key === key)
}

/** The name of a column as it is compared and kept: without case, spaces and punctuation. */
export function columnKey(header: string): string {
  return header.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** A column that is not used. */
export const noMeaning: RecognisedColumn = { meaning: null, recognisedBy: null }

/**
 * The meaning of each column: as a person chose it for this name before, else by wire name, label, or a usual name of
 * an id. The first of several columns with one meaning has it.
 */
export function recogniseColumns(
  operation: Operation, headers: readonly string[], kept: ReadonlyMap<string, ColumnMeaning>,
): readonly RecognisedColumn[] {
  const used = new Set<ColumnMeaning>()
  return headers.map((header): RecognisedColumn => {
    const found = recognise(operation, header, kept)
    if (found === null || found.meaning === null || used.has(found.meaning)) return noMeaning
    used.add(found.meaning)
    return found
  })
}

function recognise(
  operation: Operation, header: string, kept: ReadonlyMap<string, ColumnMeaning>,
): RecognisedColumn | null {
  const name = columnKey(header)
  const chosen = kept.get(name)
  const possible = batchFields(operation)
  if (chosen !== undefined && (chosen === null || chosen === 'row-name' || isBatchField(operation, chosen))) {
    return { meaning: chosen, recognisedBy: 'kept' }
  }
  const byWire = possible.find(({ key, wire }) => name === columnKey(wire ?? fields[key].wire))
  if (byWire !== undefined) return { meaning: byWire.key, recognisedBy: 'wire-name' }
  const kind = idKindByName(header)
  const byLabel = possible.find(({ key }) => name === columnKey(fields[key].label))
    ?? possible.find(({ key }) => key === kind)
  return byLabel === undefined ? null : { meaning: byLabel.key, recognisedBy: 'label' }
}
