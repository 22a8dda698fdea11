/** The forms of an entry in an exported file: a row for spreadsheets, or complete for programs. */
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { MinorUnits } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import type { ShownNote } from '#shared/model/note.ts'
import { openFollowUp } from '#shared/model/shown-notes.ts'
import type { Group, ShownTotals } from '#shared/model/history-totals.ts'
import { localTime } from '../../common/time.ts'

export type Reading = Switches['minorUnitDigits']

interface Column {
  readonly name: string
  /** `text`: a spreadsheet must not change it. `plain`: safe unchanged (times, amounts). */
  readonly kind: 'text' | 'plain'
  readonly cell: (row: HistoryRow, reading: Reading, notes: readonly ShownNote[]) => string | null
}

const columns: readonly Column[] = [
  { name: 'Time (UTC)', kind: 'plain', cell: (row) => row.at },
  { name: 'Time (local)', kind: 'plain', cell: (row) => localTime(Date.parse(row.at)) },
  { name: 'Who', kind: 'text', cell: (row) => row.who },
  { name: 'Desk', kind: 'text', cell: (row) => row.sentByLabel ?? '' },
  { name: 'Profile', kind: 'text', cell: (row) => row.profileName },
  { name: 'Environment', kind: 'text', cell: (row) => row.environment },
  { name: 'Operation', kind: 'text', cell: (row) => row.operation },
  { name: 'Entry point', kind: 'text', cell: ({ entryPoint }) => `${entryPoint.kind} ${entryPoint.id}` },
  { name: 'State', kind: 'text', cell: (row) => row.state },
  { name: 'Merchant order id', kind: 'text', cell: (row) => row.merchantOrderId },
  { name: 'Order id', kind: 'text', cell: (row) => row.orderId },
  { name: 'Serial number', kind: 'text', cell: (row) => row.serialNumber },
  { name: 'Card reference id', kind: 'text', cell: (row) => row.cardReference },
  { name: 'Last four digits', kind: 'text', cell: (row) => row.lastFour },
  { name: 'Amount', kind: 'plain', cell: (row, reading) => amounts([amountOf(row)], row, reading) },
  { name: 'Currency', kind: 'text', cell: currencyOf },
  { name: 'Net amount', kind: 'plain', cell: (row, reading) => netAmount(row, reading) },
  { name: 'Amounts tried in turn', kind: 'plain', cell: (row, reading) => amounts(row.enumeratedMinorAmounts, row, reading) },
  { name: 'Error code', kind: 'text', cell: (row) => row.errorCode },
  { name: 'Error text', kind: 'text', cell: (row) => row.errorText },
  { name: 'Card brand', kind: 'text', cell: (row) => row.cardBrand },
  { name: 'Cardholder', kind: 'text', cell: (row) => row.cardholder },
  { name: 'Bank reference (RRN)', kind: 'text', cell: (row) => row.bankReference },
  { name: 'Approval code', kind: 'text', cell: (row) => row.approvalCode },
  { name: 'Final time (UTC)', kind: 'plain', cell: (row) => row.finalAt },
  { name: 'Reason', kind: 'text', cell: (row) => row.reason },
  { name: 'Comment', kind: 'text', cell: (row) => row.comment },
  { name: 'Notes', kind: 'text', cell: (_row, _reading, notes) => notes.flatMap(({ text }) => text ?? []).join('\n\n') },
  { name: 'Follow-up', kind: 'text', cell: (_row, _reading, notes) => followUps(notes) },
  { name: 'Tags', kind: 'text', cell: (_row, _reading, notes) => [...new Set(notes.flatMap(({ tags }) => tags))].join(', ') },
  { name: 'Payment entry', kind: 'text', cell: (row) => row.paymentEntryId },
  { name: 'Entry', kind: 'text', cell: (row) => row.entryId },
]

/** The header row, after the byte order mark by which Excel recognizes UTF-8. */
export const csvHead = `\uFEFF${csvRow(columns.map(({ name }) => name))}`

/** One entry with its notes as a row; amounts in major units by the digits of the currency, as read by the profile. */
export function csvLine(row: HistoryRow, notes: readonly ShownNote[], reading: Reading): string {
  return csvRow(columns.map(({ kind, cell }) => {
    const text = cell(row, reading, notes) ?? ''
    return kind === 'text' ? spreadsheetText(text) : text
  }))
}

/** Follow-ups that are not done: the day and the person. */
function followUps(notes: readonly ShownNote[]): string {
  return notes.flatMap((note) => openFollowUp(note) ?? [])
    .map(({ day, person }) => [day, person?.name ?? ''].join(' ').trim()).join(', ')
}

/** The columns of the totals; what moved nothing stands apart. */
const totalsColumns: readonly (readonly [name: string, group: Group | null])[] = [
  ['Approved', 'approved'], ['Held', 'held'], ['Refunded', 'refunds'], ['Net moved', 'net'], ['', null],
  ['Declined', 'declined'], ['Open', 'open'],
]

/**
 * The totals under the rows: an empty row, the filter, and a table by currency, in major units. Each row has as many
 * cells as those of the entries.
 */
export function csvTotals({ currencies, isPartial }: ShownTotals, filter: string): string {
  const table = currencies.map(({ currency, amounts }) => [
    spreadsheetText(currency),
    ...totalsColumns.map(([, group]) => (group === null ? '' : amounts[group] ?? (group === 'net' ? '0' : ''))),
  ])
  return [
    [], ['Totals', 'of the entries above'], ['Filter', spreadsheetText(filter)],
    ...(isPartial ? [['Note', 'without unknown amounts']] : []),
    ['Currency', ...totalsColumns.map(([name]) => name)], ...table,
  ].map((cells) => csvRow([...cells, ...columns.slice(cells.length).map(() => '')])).join('')
}

/** The totals as the last line of JSON: amounts by currency and group, in major units. */
export function jsonTotals({ currencies, isPartial }: ShownTotals, filter: string): string {
  return `${JSON.stringify({ totals: { filter, currencies, isPartial } })}\n`
}

/** One entry with all its events, as one line of JSON. */
export function jsonLine(detail: EntryDetail): string {
  return `${JSON.stringify(detail)}\n`
}

/** The sent amount, or the reviewed one where the whole order was meant. */
function amountOf({ minorAmount, reviewed }: HistoryRow): MinorUnits | null {
  return minorAmount ?? reviewed?.minorAmount ?? null
}

function currencyOf({ currency, reviewed }: HistoryRow): string | null {
  return currency ?? reviewed?.currency ?? null
}

/**
 * A number for any spreadsheet: with an ASCII minus for an amount that leaves the merchant, and no apostrophe before
 * it.
 */
function netAmount(row: HistoryRow, reading: Reading): string {
  const { netMinorAmount } = row
  if (netMinorAmount === null) return ''
  const sign = netMinorAmount.startsWith('-') ? '-' : ''
  return `${sign}${amounts([netMinorAmount.slice(sign.length) as MinorUnits], row, reading)}`
}

/** Minor units of an unknown currency stay unchanged, as on the screen. */
function amounts(minor: readonly (MinorUnits | null)[], row: HistoryRow, reading: Reading): string {
  const digits = minorUnitDigits(currencyOf(row) ?? '', reading) ?? 0
  return minor.filter((amount) => amount !== null).map((amount) => toMajorText(amount, digits)).join(' ')
}
