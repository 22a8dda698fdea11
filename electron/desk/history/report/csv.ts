/** A report as comma-separated values: one table, with its facts below. */
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import type { Fact } from './facts.ts'
import { columns, type Cell, type ReportLine } from './lines.ts'

/** The file, with the byte order mark by which Excel recognizes UTF-8. All rows have the same number of cells. */
export function reportCsv(lines: readonly ReportLine[], facts: readonly Fact[]): string {
  const rows = [
    columns.map(({ name }) => name),
    ...lines.map((line) => columns.map(({ cell }) => cellText(cell(line)))),
    [],
    // SECURITY: names of persons, desks and profiles are foreign text.
    ...facts.map((fact) => fact.map(spreadsheetText)),
  ]
  return `\uFEFF${rows.map((cells) => csvRow([...cells, ...columns.slice(cells.length).map(() => '')])).join('')}`
}

function cellText(cell: Cell): string {
  switch (cell.kind) {
    // SECURITY: codes and texts come from the gateway.
    case 'text': return spreadsheetText(cell.text)
    case 'count': return String(cell.count)
    case 'amount': return cell.amount
    case 'percent': return cell.percent
    case 'none': return ''
  }
}
