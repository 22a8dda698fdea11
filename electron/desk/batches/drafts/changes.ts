/** A person's changes to a draft. Each function changes the draft, or refuses and changes nothing. */
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { hasCardNumberShape, holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { isBatchField } from '#shared/tables/batch-columns.ts'
import { cellOf, columnOf, decimalsOf } from './row-values.ts'
import type { DraftState, StateRow } from './state.ts'
import { mayAccept } from './verdicts.ts'

type Changed = Result<null, Failure>
const changedMeanwhile = failed({ code: 'draft-changed' } as const)

/** Changes the meanings of columns, the values for all rows, the separator and the label of the period. */
export function mapColumns(draft: DraftState, input: ParsedInput<'batches.mapColumns'>): Changed {
  const { columns, decimals, defaults, periodLabel } = input
  const refused = mappingRefused(draft, input)
  if (refused !== null) return failed(refused)
  draft.columns = draft.columns.map((column, index) => {
    const meaning = columns[index] ?? null
    if (meaning === column.meaning) return column
    return { ...column, meaning, recognisedBy: meaning === null ? null : 'person' }
  })
  draft.defaults = defaults
  draft.chosenSeparator = decimals
  draft.periodLabel = periodLabel
  for (const row of draft.rows) invalidate(row)
  return success(null)
}

function mappingRefused(
  { operation, columns }: DraftState, { columns: meanings, defaults }: ParsedInput<'batches.mapColumns'>,
): Failure | null {
  if (meanings.length !== columns.length) return { code: 'draft-changed' }
  const named = meanings.filter((meaning) => meaning !== null && meaning !== 'row-name')
  // SECURITY: no column may hold card numbers or a cvv, whatever its name is.
  const ofCard = named.findIndex((key) => isOfCard(key))
  if (ofCard !== -1) return { code: 'table-refused', why: 'holds-card-numbers', detail: columns[ofCard]?.header ?? '' }
  const keys = [...named, ...Object.keys(defaults) as FieldKey[]]
  if (keys.some((key) => !isBatchField(operation, key))) return { code: 'bridge-refused' }
  const twice = named.find((key, index) => named.indexOf(key) !== index)
  if (twice !== undefined) return invalid(twice, 'one-of-two', { other: fields[twice].label })
  const withCard = (Object.keys(defaults) as FieldKey[]).find((key) => mayHoldCard(key, defaults[key] ?? ''))
  return withCard === undefined ? null : invalid(withCard, 'holds-card-number')
}

function isOfCard(key: FieldKey): boolean {
  const { kind } = fields[key].content
  return kind === 'card-number' || kind === 'card-verification-value'
}

function mayHoldCard(key: FieldKey, text: string): boolean {
  return holdsCardNumber(text) || (key === 'cardReference' && hasCardNumberShape(text.replace(/[\s-]/g, '')))
}

function invalid(field: FieldKey, code: Problem['code'], details: Problem['details'] = {}): Failure {
  return { code: 'form-invalid', problems: [{ field, code, details }] }
}

/** Changes a cell. The value that was read from the table removes the change: "1.234" in a file may be 1234. */
export function editCell(draft: DraftState, { row: place, field, value }: ParsedInput<'batches.editCell'>): Changed {
  const row = draft.rows[place]
  if (row === undefined) return changedMeanwhile
  if (!isBatchField(draft.operation, field)) return failed({ code: 'bridge-refused' })
  const index = columnOf(draft, field)
  row.withheld.delete(field)
  const isAsBefore = !row.withheld.has(index) && cellOf(draft, row, field, decimalsOf(draft))?.trim() === value.trim()
  if (isAsBefore) row.edits.delete(field)
  else row.edits.set(field, value)
  invalidate(row)
  return success(null)
}

/** Excludes rows, or includes them again. */
export function leaveOut(draft: DraftState, { rows, out }: ParsedInput<'batches.leaveOut'>): Changed {
  const found = rows.map((place) => draft.rows[place])
  if (found.includes(undefined)) return changedMeanwhile
  for (const row of found) if (row !== undefined) row.isOut = out
  return success(null)
}

/** Accepts a possible duplicate with a reason; null removes the acceptance. */
export function acceptDuplicate(
  draft: DraftState, { row: place, reason }: ParsedInput<'batches.acceptDuplicate'>,
): Changed {
  const row = draft.rows[place]
  const verdict = draft.verdicts[place]
  if (row === undefined || verdict === undefined) return changedMeanwhile
  if (reason === null) {
    row.accepted = null
    return success(null)
  }
  const { state, earlier } = verdict
  const isDuplicate = state === 'duplicate' || row.accepted !== null
  if (!isDuplicate || earlier === null || !mayAccept(earlier)) return changedMeanwhile
  row.accepted = { reason, duplicateOf: earlier.kind === 'other-desk' ? earlier.entryId : null, saw: earlier }
  return success(null)
}

/** Discards the check and the acceptance of a row, which apply only to the values it had. */
function invalidate(row: StateRow): void {
  row.facts = null
  row.accepted = null
}
