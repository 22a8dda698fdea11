/** The columns of a table for a batch: the possible fields, and the recognition by header. */
import type { FieldUse } from '../gateway/fields/field-uses.ts'
import { fields, type FieldKey } from '../gateway/fields/fields.ts'
import { idKindByName } from '../gateway/fields/id-names.ts'
import type { Operation } from '../gateway/operations/operations.ts'
import type { ColumnMeaning } from '../model/payments/batch.ts'

/** The meaning of a column and its source. */
export interface RecognisedColumn {
  readonly meaning: ColumnMeaning
  readonly recognisedBy: 'wire-name' | 'label' | 'kept' | 'person' | null
  /** A meaning that several columns may have, this one included. */
  readonly mayMean?: ColumnMeaning
}

/** `isUsual`: recognised by a common name of an id instead of the field's own name. */
interface Found extends RecognisedColumn {
  readonly isUsual: boolean
}

/**
 * The fields of an operation that a row may have. SECURITY: card numbers and card verification values are excluded,
 * because a file with them must not be stored.
 */
export function batchFields(operation: Operation): readonly FieldUse[] {
  return operation.fields.filter(({ key, need }) => need !== 'supplied'
    && fields[key].content.kind !== 'card-number' && fields[key].content.kind !== 'card-verification-value')
}

/** True for a field that a row of a batch may have. */
export function isBatchField(operation: Operation, key: FieldKey): boolean {
  return batchFields(operation).some((use) => use.key === key)
}

/** A header in the form that is compared and stored: without case, spaces and punctuation. */
export function columnKey(header: string): string {
  return header.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The meaning of an unused column. */
export const noMeaning: RecognisedColumn = { meaning: null, recognisedBy: null }

/**
 * The meaning of each column: as a person chose it for this header before, otherwise by wire name, label, or a common
 * name of an id. If several columns have the same meaning, none gets it and a person chooses. A field's own name takes
 * precedence over a common name.
 */
export function recogniseColumns(
  operation: Operation, headers: readonly string[], kept: ReadonlyMap<string, ColumnMeaning>,
): readonly RecognisedColumn[] {
  const found = headers.map((header) => recognise(operation, header, kept))
  return found.map((one): RecognisedColumn => {
    if (one === null || one.meaning === null) return noMeaning
    const { meaning, recognisedBy } = one
    const sameMeaning = found.filter((other) => other?.meaning === meaning)
    const own = sameMeaning.filter((other) => other?.isUsual === false)
    // Names cannot decide which of two amounts is meant.
    const possible = own.length === 0 || meaning === 'amount' ? sameMeaning : own
    if (!possible.includes(one)) return noMeaning
    return possible.length === 1 ? { meaning, recognisedBy } : { ...noMeaning, mayMean: meaning }
  })
}

/** The meanings that several columns may have, and that were therefore not assigned. */
export function unclearOf(columns: readonly Pick<RecognisedColumn, 'mayMean'>[]): readonly ColumnMeaning[] {
  return columns.flatMap(({ mayMean }) => mayMean ?? [])
}

function recognise(
  operation: Operation, header: string, kept: ReadonlyMap<string, ColumnMeaning>,
): Found | null {
  const name = columnKey(header)
  const chosen = kept.get(name)
  const possible = batchFields(operation)
  if (chosen !== undefined && (chosen === null || chosen === 'row-name' || isBatchField(operation, chosen))) {
    return { meaning: chosen, recognisedBy: 'kept', isUsual: false }
  }
  const byWire = possible.find(({ key, wire }) => name === columnKey(wire ?? fields[key].wire))
  if (byWire !== undefined) return { meaning: byWire.key, recognisedBy: 'wire-name', isUsual: false }
  const byLabel = possible.find(({ key }) => name === columnKey(fields[key].label))
  if (byLabel !== undefined) return { meaning: byLabel.key, recognisedBy: 'label', isUsual: false }
  const kind = idKindByName(header)
  const byUsual = possible.find(({ key }) => key === kind)
  return byUsual === undefined ? null : { meaning: byUsual.key, recognisedBy: 'label', isUsual: true }
}
