/** The result of a batch as a spreadsheet workbook (XLSX). */
import { textCell } from '../../../common/documents/sheet-cells.ts'

/** The table as a workbook. SECURITY: cells of type text are never evaluated, whatever they begin with. */
export async function resultWorkbook(table: readonly (readonly string[])[]): Promise<Uint8Array> {
  // Loaded when the first workbook is saved, so that the start does not wait for it.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const data = table.map((cells, index) => cells.map((text) => ({
    ...textCell(text), ...(index === 0 && { fontWeight: 'bold' as const }),
  })))
  return await writeExcelFile([{ sheet: 'Result', data, stickyRowsCount: 1 }]).toBuffer()
}
