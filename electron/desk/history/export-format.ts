/** An entry in an exported file: a row for spreadsheets, or complete for programs. */
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import type { Group, ShownTotals } from '#shared/model/history/history-totals.ts'
import { columns, type Reading } from './export-columns.ts'
import { otherwiseText } from './otherwise-text.ts'

/** The header row, after the byte order mark by which Excel recognizes UTF-8. */
export const csvHead = `\uFEFF${csvRow(columns.map(({ name }) => name))}`

/** One entry with its notes as a row. Amounts are in major units, by the digits of the currency in the profile. */
export function csvLine(row: HistoryRow, notes: readonly ShownNote[], reading: Reading): string {
  return csvRow(columns.map(({ kind, cell }) => {
    const text = cell(row, reading, notes) ?? ''
    return kind === 'text' ? spreadsheetText(text) : text
  }))
}

/** The columns of the totals. Groups in which no money moved are separate. */
const totalsColumns: readonly (readonly [name: string, group: Group | null])[] = [
  ['Approved or captured', 'approved'], ['Held', 'held'], ['Transferred', 'transferred'],
  ['Refunded or voided', 'refunds'], ['Paid out', 'paidOut'], ['Net moved', 'net'], ['', null],
  ['Declined or filtered', 'declined'], ['Open', 'open'],
]

/**
 * The totals below the rows: an empty row, the filter, and a table by currency, in major units. Each row has as many
 * cells as the rows of entries.
 */
export function csvTotals({ currencies, isPartial, reportedOtherwise }: ShownTotals, filter: string): string {
  const table = currencies.map(({ currency, amounts }) => [
    spreadsheetText(currency),
    ...totalsColumns.map(([, group]) => (group === null ? '' : amounts[group] ?? (group === 'net' ? '0' : ''))),
  ])
  return [
    [], ['Totals', 'of the entries above'], ['Filter', spreadsheetText(filter)],
    ...(isPartial ? [['Note', 'without unknown amounts']] : []),
    ...(reportedOtherwise > 0 ? [['Note', otherwiseText(reportedOtherwise)]] : []),
    ['Currency', ...totalsColumns.map(([name]) => name)], ...table,
  ].map((cells) => csvRow([...cells, ...columns.slice(cells.length).map(() => '')])).join('')
}

/** The totals as the last line of JSON: amounts by currency and group, in major units. */
export function jsonTotals({ currencies, isPartial, reportedOtherwise }: ShownTotals, filter: string): string {
  return `${JSON.stringify({ totals: { filter, currencies, isPartial, reportedOtherwise } })}\n`
}

/** One entry with all its events, as one line of JSON. */
export function jsonLine(detail: EntryDetail): string {
  return `${JSON.stringify(detail)}\n`
}
