/** The files of a comparison. They are built in this module's thread, as a long one takes seconds. */
import { csvRow, spreadsheetText } from '#shared/csv.ts'
import { listNames } from '#shared/reconcile/lists.ts'
import type { ResultFormat } from '#shared/model/payments/reconcile.ts'
import { documentHtml } from '../../common/documents/document-html.ts'
import { amountCell, cellText, textCell } from '../../common/documents/sheet-cells.ts'
import { columns, listWords, sumColumns, type Cell } from './columns.ts'
import { resultDocument } from './document.ts'
import type { FileContent } from './file-content.ts'

/** The content of a file; for a PDF its page as HTML, which main prints. */
export async function fileContent(format: ResultFormat, content: FileContent): Promise<string | Uint8Array> {
  switch (format) {
    case 'csv': return csv(content)
    case 'xlsx': return await workbook(content)
    case 'pdf': return documentHtml(resultDocument(content))
  }
}

/** One table with all lists, the sums and the facts. All rows have the same number of cells. */
function csv({ result, facts, rowsOf }: FileContent): string {
  const width = columns.length + 1
  const row = (cells: readonly string[]): string => csvRow([...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')])
  const parts = [row(['List', ...columns.map(({ name }) => name)])]
  for (const list of listNames) {
    for (const one of rowsOf(list)) parts.push(row([listWords[list], ...columns.map(({ cell }) => csvText(cell(one)))]))
  }
  parts.push(row([]), row(sumColumns.map(({ name }) => name)))
  for (const sum of result.sums) parts.push(row(sumColumns.map(({ cell }) => csvText(cell(sum)))))
  // SECURITY: names of files, persons and profiles are typed by others.
  parts.push(row([]), ...facts.map((fact) => row(fact.map(spreadsheetText))))
  // The byte order mark by which Excel recognises UTF-8.
  return `\uFEFF${parts.join('')}`
}

function csvText(cell: Cell): string {
  // SECURITY: the texts come from the statement and the gateway.
  return cell.kind === 'text' ? spreadsheetText(cellText(cell.text)) : cell.amount ?? ''
}

async function workbook({ result, facts, rowsOf }: FileContent): Promise<Uint8Array> {
  // Loaded when the first workbook is saved.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const head = (names: readonly string[]) => names.map((name) => ({ ...textCell(name), fontWeight: 'bold' as const }))
  const above = [...facts.map((fact) => fact.map(textCell)), []]
  const sheets = [
    {
      sheet: 'Sums', stickyRowsCount: above.length + 1, columns: sumColumns.map(() => ({ width: 20 })),
      data: [
        ...above, head(sumColumns.map(({ name }) => name)),
        ...result.sums.map((sum) => sumColumns.map(({ cell }) => sheetCell(cell(sum)))),
      ],
    },
    ...listNames.map((list) => ({
      sheet: listWords[list], stickyRowsCount: 1, columns: columns.map(() => ({ width: 16 })),
      data: [
        head(columns.map(({ name }) => name)),
        ...rowsOf(list).map((row) => columns.map(({ cell }) => sheetCell(cell(row)))),
      ],
    })),
  ]
  return await writeExcelFile(sheets).toBuffer()
}

function sheetCell(cell: Cell) {
  if (cell.kind === 'text') return textCell(cell.text)
  return cell.amount === null ? null : amountCell(cell.amount, cell.currency)
}
