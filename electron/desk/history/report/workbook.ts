/** A report as a spreadsheet workbook (XLSX), with a sheet for each part. */
import type { Cell as SheetCell, Row } from 'write-excel-file/node'
import { amountCell, countCell, textCell } from '../../../common/documents/sheet-cells.ts'
import type { Fact } from './facts.ts'
import { columns, partWords, reportParts, type Cell, type ReportLine, type ReportPart } from './lines.ts'

const sheetNames = {
  total: 'Report', day: 'By day', brand: 'By card brand', reason: 'Declined by reason',
} as const satisfies Record<ReportPart, string>

const [, nameColumn, codeColumn, ...figureColumns] = columns

/** The file. The sheet of the total begins with the facts. */
export async function reportWorkbook(lines: readonly ReportLine[], facts: readonly Fact[]): Promise<Uint8Array> {
  // Loaded when the first workbook is saved, so that the start does not wait for it.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const sheets = reportParts.map((part) => {
    const shown = columnsOf(part)
    const above: Row[] = part === 'total' ? [...facts.map((fact) => fact.map(textCell)), []] : []
    return {
      sheet: sheetNames[part],
      data: [
        ...above,
        shown.map(({ name }) => ({ ...textCell(name), fontWeight: 'bold' as const })),
        ...lines.filter((line) => line.part === part).map((line) => shown.map(({ cell }) => sheetCell(cell(line)))),
      ],
      columns: shown.map((_column, index) => ({ width: index === 0 ? 24 : 14 })),
      stickyRowsCount: above.length + 1,
    }
  })
  return await writeExcelFile(sheets).toBuffer()
}

/** The columns of a part: the total needs no name, and only a reason has a code. */
function columnsOf(part: ReportPart): typeof figureColumns {
  const named = nameColumn === undefined ? [] : [{ ...nameColumn, name: partWords[part] }]
  return [
    ...(part === 'total' ? [] : named), ...(part === 'reason' && codeColumn !== undefined ? [codeColumn] : []), ...figureColumns,
  ]
}

function sheetCell(cell: Cell): SheetCell {
  switch (cell.kind) {
    case 'text': return textCell(cell.text)
    case 'count': return countCell(cell.count)
    case 'amount': return amountCell(cell.amount, cell.currency)
    case 'percent': return { type: Number, value: Number(cell.percent), format: '0.0' }
    case 'none': return null
  }
}
