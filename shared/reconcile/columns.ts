/** The columns of a statement; their meanings are recognised by their headers. */
import { idKindByName } from '../gateway/fields/id-names.ts'
import { idNames } from './statement-line.ts'

/**
 * `card`: the last four digits, or a masked number that ends with them. `credit` and `debit`: separate columns for
 * incoming and outgoing amounts. `direction`: whether the amount was received or paid out. `fee`: a fee beside the
 * amount.
 */
export const columnFields = [
  ...idNames, 'card', 'amount', 'credit', 'debit', 'direction', 'fee', 'currency', 'day', 'type', 'state', 'settlement',
] as const
export type ColumnField = (typeof columnFields)[number]

/** The columns of a line's own amount. */
export const amountFields = ['amount', 'credit', 'debit'] as const satisfies readonly ColumnField[]

/** Headers in lower case, with letters and digits only; headers of ids are in `id-names.ts` too. */
const names: Readonly<Partial<Record<ColumnField, readonly string[]>>> = {
  orderId: ['paynetorderid', 'transactionid', 'paymentid', 'gatewayid', 'gatewayorderid'],
  merchantOrderId: ['merchantreference', 'reference', 'clientorderid', 'invoiceid', 'yourreference'],
  bankReference: ['arn', 'retrievalreference', 'acquirerreferencenumber'],
  card: ['card', 'cardnumber', 'pan', 'maskedpan', 'maskedcard', 'maskedcardnumber', 'lastfour', 'last4', 'cardlast4', 'cardlastfour'],
  amount: ['amount', 'gross', 'grossamount', 'transactionamount', 'value', 'sum'],
  credit: ['credit', 'credits', 'creditamount', 'paidin', 'moneyin', 'deposits'],
  debit: ['debit', 'debits', 'debitamount', 'paidout', 'moneyout', 'withdrawals'],
  direction: ['crdr', 'drcr', 'dc', 'cd', 'creditdebit', 'debitcredit', 'dcindicator', 'cdindicator', 'creditdebitindicator', 'debitcreditindicator', 'direction'],
  fee: ['fee', 'fees', 'feeamount', 'commission', 'totalfee'],
  currency: ['currency', 'currencycode', 'transactioncurrency', 'ccy', 'cur'],
  day: ['date', 'transactiondate', 'day', 'datetime', 'created', 'createdat', 'time', 'processingdate', 'postingdate', 'valuedate', 'bookingdate', 'transactiontime'],
  type: ['type', 'transactiontype', 'kind', 'operation', 'description', 'category', 'recordtype'],
  state: ['state', 'status', 'result', 'transactionstatus', 'orderstatus'],
  settlement: ['settlement', 'settlementid', 'settlementreference', 'batch', 'batchid', 'batchnumber', 'payoutid'],
}

const fieldByName: ReadonlyMap<string, ColumnField> = new Map(columnFields.flatMap((field) =>
  (names[field] ?? []).map((name) => [name, field] as const)))

/** The meaning of a header; null if not known. */
function fieldOf(header: string): ColumnField | null {
  const named = fieldByName.get(header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  if (named !== undefined) return named
  const kind = idKindByName(header)
  if (kind === 'lastFour') return 'card'
  return columnFields.find((field) => field === kind) ?? null
}

/**
 * If several columns are a day, type or state, the first is usually right. Amounts, currencies and ids are not guessed.
 */
const firstCounts: readonly ColumnField[] = ['day', 'type', 'state']

/**
 * The meaning of each column by its header. Null if several columns have that meaning, except `firstCounts`, and for
 * credit and debit beside an amount.
 */
export function recognisedColumns(headers: readonly string[]): readonly (ColumnField | null)[] {
  const found = headers.map(fieldOf)
  const hasAmount = found.includes('amount')
  return found.map((field, index) => {
    if (field === null || (hasAmount && isOneDirection(field))) return null
    const isChosen = firstCounts.includes(field)
      ? found.indexOf(field) === index : found.indexOf(field) === found.lastIndexOf(field)
    return isChosen ? field : null
  })
}

/** True for columns with the amounts of one direction only. */
function isOneDirection(field: ColumnField): boolean {
  return field === 'credit' || field === 'debit'
}

/** Why the meanings are insufficient; null if they are sufficient. */
export function columnsProblem(
  meanings: readonly (ColumnField | null)[],
): 'columns-twice' | 'amounts-mixed' | 'no-amount' | 'no-id' | null {
  const used = meanings.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'columns-twice'
  if (used.includes('amount') && used.some(isOneDirection)) return 'amounts-mixed'
  if (!amountFields.some((field) => used.includes(field))) return 'no-amount'
  return [...idNames, 'card' as const, 'settlement' as const].some((field) => used.includes(field)) ? null : 'no-id'
}

/** True for the names of a statement's columns: with an amount, and something by which its lines are matched. */
export function isHeader(cells: readonly string[]): boolean {
  return columnsProblem(recognisedColumns(cells)) === null
}

/** Identifies a source of statements by its headers. */
export function sourceKey(headers: readonly string[]): string {
  return JSON.stringify(headers.map((header) => header.trim().toLowerCase()))
}
