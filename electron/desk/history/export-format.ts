/** How an entry of the history is written into a file: as a row for spreadsheets, or whole for programs. */
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { MinorUnits } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import { localTime } from '../../common/time.ts'

export type Reading = Switches['minorUnitDigits']

interface Column {
  readonly name: string
  /** Text that a spreadsheet must leave alone, or what is right as it stands (times, amounts). */
  readonly kind: 'text' | 'plain'
  readonly cell: (row: HistoryRow, reading: Reading) => string | null
}

const columns: readonly Column[] = [
  { name: 'Time (UTC)', kind: 'plain', cell: (row) => row.at },
  { name: 'Time (local)', kind: 'plain', cell: (row) => localTime(Date.parse(row.at)) },
  { name: 'Who', kind: 'text', cell: (row) => row.who },
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
  { name: 'Amount', kind: 'plain', cell: (row, reading) => amounts([row.minorAmount], row, reading) },
  { name: 'Currency', kind: 'text', cell: (row) => row.currency },
  { name: 'Amounts tried in turn', kind: 'plain', cell: (row, reading) => amounts(row.enumeratedMinorAmounts, row, reading) },
  { name: 'Error code', kind: 'text', cell: (row) => row.errorCode },
  { name: 'Error text', kind: 'text', cell: (row) => row.errorText },
  { name: 'Entry', kind: 'text', cell: (row) => row.entryId },
]

/** The first row, with the mark by which Excel knows UTF-8. */
export const csvHead = `\uFEFF${csvRow(columns.map(({ name }) => name))}`

/** One entry as a row; amounts in major units by the digits of the currency, as the profile reads them. */
export function csvLine(row: HistoryRow, reading: Reading): string {
  return csvRow(columns.map(({ kind, cell }) => {
    const text = cell(row, reading) ?? ''
    return kind === 'text' ? spreadsheetText(text) : text
  }))
}

/** One entry with all that happened to it, as one line of JSON. */
export function jsonLine(detail: EntryDetail): string {
  return `${JSON.stringify(detail)}\n`
}

/** Minor units of a currency that nobody knows stay as they are, as on the screen. */
function amounts(minor: readonly (MinorUnits | null)[], { currency }: HistoryRow, reading: Reading): string {
  const digits = minorUnitDigits(currency ?? '', reading) ?? 0
  return minor.filter((amount) => amount !== null).map((amount) => toMajorText(amount, digits)).join(' ')
}
