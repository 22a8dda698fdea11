/** A comparison as a printed document: the sums, and the lines that are not matched. */
import { builtFromMasked, maskFreeText, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import type { ResultRow } from '#shared/model/payments/reconcile.ts'
import { listNames, type ListName } from '#shared/reconcile/lists.ts'
import { amountWithCurrency, groupedAmount } from '#shared/shown-amount.ts'
import type { Block, PrintedDocument } from '../../common/documents/document.ts'
import { figuresTable } from '../../common/documents/figures-table.ts'
import { differenceWords, listWords, notCounted, ruleWords } from './columns.ts'
import type { FileContent } from './file-content.ts'

/** Further rows of a list are not printed; the document states their number. */
const mostPrinted = 500

/** The printed document of a comparison. */
export function resultDocument({ result, facts, rowsOf }: FileContent): PrintedDocument {
  const { first, last } = result.period
  return {
    language: 'en',
    title: `Statement compared with the history, ${first === last ? first : `${first} to ${last}`}`,
    sender: null,
    blocks: [
      { kind: 'rows', rows: facts.map(([label, value]) => ({ label, value: maskWrittenCards(value) })) },
      figuresTable('Sums', ['Currency', 'Kind', 'List', 'Lines', 'Statement', 'Entries', 'History'], result.sums.map((sum) => [
        sum.currency ?? 'not known', sum.kind, listWords[sum.list], String(sum.lines),
        groupedAmount(sum.stated, sum.currency ?? ''), String(sum.entries), groupedAmount(sum.moved, sum.currency ?? ''),
      ]), 3),
      ...listNames.filter((list) => list !== 'matched').flatMap((list) => listTable(list, rowsOf(list))),
    ],
  }
}

function listTable(list: ListName, rows: readonly ResultRow[]): readonly Block[] {
  if (rows.length === 0) return []
  const heads = ['Line', 'Day', 'Ids', 'What', 'Amount', 'History'] as const
  const columns = heads.map((label, place) =>
    ({ label, align: place > 3 ? 'end' : 'start', isWhole: label === 'Line' || label === 'Day' } as const))
  const shown = rows.slice(0, mostPrinted)
  return [
    {
      kind: 'table', label: `${listWords[list]}: ${rows.length}`, columns,
      rows: shown.map((row) =>
        // SECURITY: ids that the history does not contain were masked when they were read.
        cellsOf(row).map((cell, place) => (heads[place] === 'What' ? maskFreeText(cell) : builtFromMasked(cell)))),
    },
    ...(rows.length > shown.length
      ? [{ kind: 'note', text: `${shown.length} of ${rows.length} are printed. Save as CSV or XLSX for all of them.` } as const]
      : []),
  ]
}

function cellsOf(row: ResultRow): readonly string[] {
  const { line, entries: [entry], entryCount, rule, differences } = row
  const ids = line === null ? [entry?.orderId, entry?.merchantOrderId] : [...Object.values(line.ids), line.lastFour]
  const what = [
    line?.kind ?? entry?.operation, entryCount > 1 ? `${entryCount} entries` : entry?.state,
    notCounted(row), differences.length === 0 ? '' : `differs in ${differences.map((name) => differenceWords[name]).join(', ')}`,
    rule === null ? '' : ruleWords[rule],
  ]
  return [
    line?.line.toString() ?? '', line?.day ?? entry?.day ?? '', ids.filter((id) => id != null).join(' · '),
    what.filter((part) => part !== undefined && part !== '').join(' · '), amountText(line), entryCount > 1 ? '' : amountText(entry),
  ]
}

function amountText(
  of: { readonly amount: string | null; readonly currency: string | null } | null | undefined,
): string {
  return of?.amount == null ? '' : amountWithCurrency(of.amount, of.currency ?? '')
}
