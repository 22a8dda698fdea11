/** The columns of a saved comparison, for CSV and XLSX, and their texts. */
import type { ReconcileResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import { uncountedState, type Difference } from '#shared/reconcile/compare.ts'
import type { ListName } from '#shared/reconcile/lists.ts'
import type { MatchRule } from '#shared/reconcile/matching.ts'

export const listWords = {
  different: 'Different', suggested: 'Suggested', onlyStatement: 'Only in the statement',
  onlyHistory: 'Only in the history', matched: 'Matched',
} as const satisfies Record<ListName, string>

export const ruleWords = {
  orderId: 'Order id', merchantOrderId: 'Merchant order id', serialNumber: 'Serial number', bankReference: 'Bank reference',
  approvalCode: 'Approval code, amount and day', settlement: 'Lines of the settlement',
  lastFour: 'Last four digits, amount and day', settlementDay: 'Payments of the day', hand: 'By hand',
} as const satisfies Record<MatchRule, string>

export const differenceWords = {
  amount: 'amount', currency: 'currency', state: 'state', day: 'day',
} as const satisfies Record<Difference, string>

const uncountedWords = { 'not-moved': 'no money moved', 'open': 'still open' } as const

/** Why the amount of a line is in no sum; empty if it is in one. */
export function notCounted({ line }: ResultRow): string {
  if (line === null) return ''
  const state = uncountedState(line)
  if (state !== null) return uncountedWords[state]
  if (line.amount !== null) return ''
  return line.amountText === '' ? 'no amount' : `not readable: ${line.amountText}`
}

/** `amount`: decimal text in major units, with its currency. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: string | null; readonly currency: string }

interface Column {
  readonly name: string
  readonly cell: (row: ResultRow) => Cell
}

const text = (of: (row: ResultRow) => string | null | undefined) => (row: ResultRow): Cell => ({ kind: 'text', text: of(row) ?? '' })
const entryText = (of: (entry: ResultRow['entries'][number]) => string | null) =>
  text(({ entries }) => [...new Set(entries.map((entry) => of(entry) ?? ''))].join(' '))

/** The columns of a list's rows. */
export const columns: readonly Column[] = [
  { name: 'Line', cell: text(({ line }) => line?.line.toString()) },
  { name: 'Kind', cell: text(({ line }) => line?.kind) },
  { name: 'Type as written', cell: text(({ line }) => line?.type) },
  { name: 'Day', cell: text(({ line }) => line?.day) },
  { name: 'Amount', cell: ({ line }) => ({ kind: 'amount', amount: line?.amount ?? null, currency: line?.currency ?? '' }) },
  { name: 'Currency', cell: text(({ line }) => line?.currency) },
  { name: 'In no sum', cell: text(notCounted) },
  { name: 'Order id', cell: text(({ line }) => line?.ids.orderId) },
  { name: 'Merchant order id', cell: text(({ line }) => line?.ids.merchantOrderId) },
  { name: 'Serial number', cell: text(({ line }) => line?.ids.serialNumber) },
  { name: 'Bank reference (RRN)', cell: text(({ line }) => line?.ids.bankReference) },
  { name: 'Approval code', cell: text(({ line }) => line?.ids.approvalCode) },
  { name: 'Last four digits', cell: text(({ line }) => line?.lastFour) },
  { name: 'Matched by', cell: text(({ rule }) => (rule === null ? '' : ruleWords[rule])) },
  { name: 'Differs in', cell: text(({ differences }) => differences.map((name) => differenceWords[name]).join(', ')) },
  { name: 'Entries', cell: text(({ entryCount }) => String(entryCount)) },
  { name: 'History: day', cell: entryText(({ day }) => day) },
  { name: 'History: operation', cell: entryText(({ operation }) => operation) },
  { name: 'History: state', cell: entryText(({ state }) => state) },
  {
    name: 'History: amount',
    cell: ({ entries: [entry, ...others] }) => ({
      kind: 'amount', amount: others.length === 0 ? entry?.amount ?? null : null, currency: entry?.currency ?? '',
    }),
  },
  { name: 'History: currency', cell: entryText(({ currency }) => currency) },
  { name: 'History: order id', cell: entryText(({ orderId }) => orderId) },
  { name: 'History: merchant order id', cell: entryText(({ merchantOrderId }) => merchantOrderId) },
  { name: 'Decided by', cell: text(({ decision }) => decision?.who) },
  { name: 'Decision', cell: text(({ decision }) => (decision === null ? '' : decisionWords[decision.kind])) },
  { name: 'Reason', cell: text(({ decision }) => decision?.reason) },
]

const decisionWords = { accept: 'suggestion accepted', match: 'matched by hand', undo: 'match undone' } as const

/** The columns of the sums. */
export const sumColumns: readonly { readonly name: string; readonly cell: (sum: ReconcileResult['sums'][number]) => Cell }[] = [
  { name: 'Currency', cell: ({ currency }) => ({ kind: 'text', text: currency ?? '' }) },
  { name: 'Kind', cell: ({ kind }) => ({ kind: 'text', text: kind }) },
  { name: 'List', cell: ({ list }) => ({ kind: 'text', text: listWords[list] }) },
  { name: 'Lines', cell: ({ lines }) => ({ kind: 'text', text: String(lines) }) },
  { name: 'Statement', cell: ({ stated, currency }) => ({ kind: 'amount', amount: stated, currency: currency ?? '' }) },
  { name: 'Entries', cell: ({ entries }) => ({ kind: 'text', text: String(entries) }) },
  { name: 'History', cell: ({ moved, currency }) => ({ kind: 'amount', amount: moved, currency: currency ?? '' }) },
]
