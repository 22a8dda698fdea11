/** The columns of a table for a batch: the fields that they may mean, and how their names are recognised. */
import type { FieldUse } from '../gateway/fields/field-uses.ts'
import { fields, type FieldKey } from '../gateway/fields/fields.ts'
import { idKindByName } from '../gateway/fields/id-names.ts'
import type { Operation } from '../gateway/operations/operations.ts'
import type { ColumnMeaning } from '../model/payments/batch.ts'

/** The meaning of a column and who gave it. */
export interface RecognisedColumn {
  readonly meaning: ColumnMeaning
  readonly recognisedBy: 'wire-name' | 'label' | 'kept' | 'person' | null
  /** The meaning that this column and others may have; left out where no other one may. */
  readonly mayMean?: ColumnMeaning
}

/** `isUsual`: by a usual name of an id, which is not the field's own. */
interface Found extends RecognisedColumn {
  readonly isUsual: boolean
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
 * an id. Of several columns with one meaning none has it: a person chooses. An id's usual name gives way to its own.
 */
export function recogniseColumns(
  operation: Operation, headers: readonly string[], kept: ReadonlyMap<string, ColumnMeaning>,
): readonly RecognisedColumn[] {
  const found = headers.map((header) => recognise(operation, header, kept))
  return found.map((one): RecognisedColumn => {
    if (one === null || one.meaning === null) return noMeaning
    const { meaning, recognisedBy } = one
    const alike = found.filter((other) => other?.meaning === meaning)
    const own = alike.filter((other) => other?.isUsual === false)
    // Which of two amounts is meant, no name decides.
    const possible = own.length === 0 || meaning === 'amount' ? alike : own
    if (!possible.includes(one)) return noMeaning
    return possible.length === 1 ? { meaning, recognisedBy } : { ...noMeaning, mayMean: meaning }
  })
}

/** The meanings that several of these columns may have, so that none was taken. */
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
