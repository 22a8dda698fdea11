/** The result of a batch as a file: the cells of its table, then the result of each row. */
import { entryStates } from '#shared/model/history/history.ts'
import { csvRow, spreadsheetAmount, spreadsheetText } from '#shared/csv.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { BatchRowState } from '#shared/model/payments/batch.ts'
import { success, type Result } from '#shared/result.ts'
import type { KeptBatch, KeptRow } from '../../../journal/port.ts'
import type { Services } from '../../services.ts'

const rowsAtOnce = 500

const added = [
  'Line', 'Merchant order id sent', 'Order id', 'Serial number', 'State', 'Order status', 'Code', 'Reason', 'Sent at',
] as const

/** The states in words, as in the exported history. */
const words: Readonly<Record<BatchRowState, string>> = {
  ...Object.fromEntries(entryStates.map((state) => [state, state])) as Record<BatchRowState, string>,
  'waiting': 'not sent yet', 'set-aside': 'set aside, not sent', 'left': 'not sent',
}

/** Every row of the file as texts, beginning with the header. */
export async function resultTable(
  journal: Services['journal'], batch: KeptBatch,
): Promise<Result<readonly (readonly string[])[], Failure>> {
  const table: string[][] = [[...batch.headers, ...added]]
  for (let from = 0; ; from += rowsAtOnce) {
    const page = await journal.batchRows({ batchId: batch.batchId, show: 'all', sort: 'line', from, count: rowsAtOnce })
    if (!page.ok) return page
    table.push(...page.value.rows.map((row) => [
      ...batch.headers.map((_header, index) => row.confirmed.cells[index] ?? ''), ...resultCells(row),
    ]))
    if (page.value.rows.length < rowsAtOnce) return success(table)
  }
}

function resultCells({ confirmed, state, failure, entry, reportedStatus }: KeptRow): string[] {
  return [
    String(confirmed.line), entry?.merchantOrderId ?? confirmed.values.merchantOrderId ?? '',
    entry?.orderId ?? confirmed.values.orderId ?? '', entry?.serialNumber ?? '', words[state],
    reportedStatus ?? '', entry?.errorCode ?? failure?.code ?? '', entry?.errorText ?? wordsOf(failure), entry?.at ?? '',
  ]
}

/** The gateway's text about a row that was set aside. */
function wordsOf(failure: KeptRow['failure']): string {
  return failure?.code === 'order-not-found' ? failure.answered ?? '' : ''
}

/**
 * The table as comma-separated values; `mapping` has the meanings of its first columns. SECURITY: cells are foreign
 * text; a spreadsheet must not evaluate them.
 */
export function resultCsv(
  table: readonly (readonly string[])[], mapping: KeptBatch['reading']['mapping'],
): string {
  const rows = table.map((cells) => csvRow(cells.map((cell, index) =>
    (mapping[index] === 'amount' ? spreadsheetAmount(cell) : spreadsheetText(cell)))))
  return `\uFEFF${rows.join('')}`
}
