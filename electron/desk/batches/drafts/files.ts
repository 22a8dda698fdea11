/** The files of drafts: excluded rows with their reasons, and empty tables to fill in. */
import { csvRow, spreadsheetAmount, spreadsheetText } from '#shared/csv.ts'
import { fields } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import { batchFields } from '#shared/tables/batch-columns.ts'
import { reasonText } from './reason-text.ts'
import { maskedCells } from './shown.ts'
import type { DraftState } from './state.ts'

/** The mark by which Excel recognises UTF-8. */
const byteOrderMark = '\uFEFF'

/** The rows that are not ready, as in the table, with the reason of each. Confidential cells are masked. */
export function problemsCsv(draft: DraftState): string {
  const head = ['Line', ...draft.columns.map(({ header }) => header), 'Reason']
  const rows = draft.rows.flatMap((row, place) => {
    const verdict = draft.verdicts[place]
    if (verdict === undefined || verdict.state === 'ready') return []
    // SECURITY: cells are foreign text; a spreadsheet that opens the file must not evaluate them.
    const cells = maskedCells(draft, row).map((cell, index) =>
      (draft.columns[index]?.meaning === 'amount' ? spreadsheetAmount(cell) : spreadsheetText(cell)))
    return [[String(row.line), ...cells, spreadsheetText(reasonText(row, verdict))]]
  })
  return byteOrderMark + [head.map(spreadsheetText), ...rows].map(csvRow).join('')
}

/** The column names of an operation, without rows. */
export function templateCsv(operation: Operation): string {
  return byteOrderMark + csvRow(batchFields(operation).map(({ key }) => fields[key].label))
}
