/** A draft for the page: masked. */
import type { Masked, MinorUnits } from '#shared/brands.ts'
import { sensitivityByName } from '#shared/gateway/fields/confidential-names.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { Sensitivity } from '#shared/gateway/fields/field-kinds.ts'
import { fieldKeys, fields, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { maskDigits, maskFreeText, maskValue, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { scaledAmount } from '#shared/gateway/numbers/money.ts'
import { derivesOrderIds, missingFields } from '#shared/tables/missing-fields.ts'
import type { BatchSum, Draft, DraftRow, DraftRowState } from '#shared/model/payments/batch.ts'
import { cellOf, decimalsOf, mappingOf } from './row-values.ts'
import type { DraftState, RowFacts, StateRow } from './state.ts'
import { acceptanceOf } from './verdicts.ts'

const examplesShown = 3

/** The draft without its rows. */
export function shownDraft(draft: DraftState): Draft {
  const { draftId, version, operation, target, source, fileName, readAt, rows, verdicts } = draft
  const { profile, entryPoint } = target
  return {
    draftId, version, operation: operation.id, source, readAt, lookingUp: draft.lookingUp,
    profileId: profile.id, profileName: profile.name, environment: profile.environment, entryPoint,
    fileName: fileName === null ? null : maskWrittenCards(fileName),
    columns: draft.columns.map(({ header, ...column }, index) => ({
      ...column, header: maskFreeText(header), examples: examplesOf(draft, index),
    })),
    missing: [...missingFields(mappingOf(draft))],
    problemFields: [...new Set(rows.flatMap(({ facts }) => facts?.problems.map(({ field }) => field) ?? []))],
    decimals: decimalsOf(draft).shown,
    defaults: maskedValues(draft.defaults),
    periodLabel: derivesOrderIds(mappingOf(draft)) ? draft.periodLabel ?? '' : null,
    isChecked: verdicts.length === rows.length,
    rows: rows.length,
    states: statesOf(draft),
    largest: largestOf(draft),
    changed: changedCells(draft),
  }
}

/** The row at an index. */
export function shownRow(draft: DraftState, place: number): DraftRow {
  const row = draft.rows[place]
  const verdict = draft.verdicts[place]
  if (row?.facts == null || verdict === undefined) throw new Error('a row is shown before it was checked')
  const { facts } = row
  const accepted = acceptanceOf(row, verdict.earlier)
  return {
    row: place, line: row.line, state: verdict.state, values: maskedValues(facts.values), problems: facts.problems,
    obstacle: facts.obstacle, notes: verdict.notes, earlier: verdict.earlier, card: facts.card,
    minorAmount: facts.minorAmount, currency: facts.currency,
    accepted: accepted === null ? null : maskFreeText(accepted.reason),
  }
}

/** The cells of a row, masked for display and storage. */
export function maskedCells(draft: DraftState, { cells }: StateRow): Masked[] {
  return cells.map((cell, index) => maskedCell(draft, index, cell))
}

/** SECURITY: in a table with accounts, any column without a meaning may hold accounts. */
function maskedCell(draft: DraftState, index: number, cell: string): Masked {
  const mayHoldAccounts = draft.operation.batch === 'file-only' && (draft.columns[index]?.meaning ?? null) === null
  return mayHoldAccounts ? maskDigits(cell) : maskValue(sensitivityOf(draft, index), cell)
}

/** Every edited cell with its old and new value. */
export function changedCells(draft: DraftState): Draft['changed'] {
  const decimals = decimalsOf(draft)
  return draft.rows.flatMap((row) => [...row.edits].map(([field, after]) => ({
    line: row.line, field,
    before: maskValue(fields[field].sensitivity, cellOf(draft, row, field, decimals) ?? draft.defaults[field] ?? ''),
    after: maskValue(fields[field].sensitivity, after),
  })))
}

/** SECURITY: by the column's meaning, else by its name, as unused columns are stored with the result too. */
function sensitivityOf({ columns }: DraftState, index: number): Sensitivity {
  const { meaning: chosen = null, mayMean = null, header = '' } = columns[index] ?? {}
  const meaning = chosen ?? mayMean
  const named = sensitivityByName(header) ?? 'free-text'
  if (meaning === null || meaning === 'row-name') return named
  const { sensitivity } = fields[meaning]
  return sensitivity === 'open' ? 'free-text' : sensitivity
}

function examplesOf(draft: DraftState, index: number): Masked[] {
  const examples = new Set<Masked>()
  for (const { cells } of draft.rows) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') examples.add(maskedCell(draft, index, cell))
    if (examples.size === examplesShown) break
  }
  return [...examples]
}

function maskedValues(values: FieldValues): { [Key in FieldKey]?: Masked } {
  const masked: { [Key in FieldKey]?: Masked } = {}
  for (const key of fieldKeys) {
    const value = values[key]
    if (value !== undefined) masked[key] = maskValue(fields[key].sensitivity, value)
  }
  return masked
}

function statesOf({ rows, verdicts }: DraftState): Draft['states'] {
  const counted = (state: DraftRowState): Draft['states'][DraftRowState] => {
    const found = rows.flatMap(({ facts }, place) =>
      (verdicts[place]?.state === state && facts !== null ? [facts] : []))
    return { rows: found.length, sums: sumsOf(found) }
  }
  return {
    'problem': counted('problem'), 'duplicate': counted('duplicate'), 'done-before': counted('done-before'),
    'ready': counted('ready'), 'left-out': counted('left-out'),
  }
}

function sumsOf(rows: readonly Pick<RowFacts, 'highest' | 'currency'>[]): BatchSum[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency, rows: of.length, withoutAmount: of.filter(({ highest }) => highest === null).length,
    minorAmount: String(of.reduce((sum, { highest }) => sum + BigInt(highest ?? 0), 0n)) as MinorUnits,
  }))
}

/** The largest ready row. Amounts of different currencies are compared by their numbers. */
function largestOf({ rows, verdicts, target: { profile } }: DraftState): Draft['largest'] {
  let largest: Draft['largest'] = null
  let most = -1n
  rows.forEach(({ line, facts }, place) => {
    const { highest: minorAmount = null, currency = null } = facts ?? {}
    if (verdicts[place]?.state !== 'ready' || minorAmount === null || currency === null) return
    const amount = scaledAmount(minorAmount, minorUnitDigits(currency, profile.switches.minorUnitDigits) ?? 2)
    if (amount <= most) return
    most = amount
    largest = { line, minorAmount, currency }
  })
  return largest
}
