/** The columns of a statement: what each means, recognised by its header. */
import { idKindByName } from '../gateway/fields/id-names.ts'
import { idNames } from './statement-line.ts'

/** `card`: the last four digits, or a masked number that ends with them. `fee`: a fee beside the amount. */
export const columnFields = [
  ...idNames, 'card', 'amount', 'fee', 'currency', 'day', 'type', 'state', 'settlement',
] as const
export type ColumnField = (typeof columnFields)[number]

/** Names in statements, in lower case with letters and digits alone; the ids have theirs in `id-names.ts`. */
const names: Readonly<Partial<Record<ColumnField, readonly string[]>>> = {
  orderId: ['paynetorderid', 'transactionid', 'paymentid', 'gatewayid', 'gatewayorderid'],
  merchantOrderId: ['merchantreference', 'reference', 'clientorderid', 'invoiceid', 'yourreference'],
  bankReference: ['arn', 'retrievalreference', 'acquirerreferencenumber'],
  card: ['card', 'cardnumber', 'pan', 'maskedpan', 'maskedcard', 'maskedcardnumber', 'lastfour', 'last4', 'cardlast4', 'cardlastfour'],
  amount: ['amount', 'gross', 'grossamount', 'transactionamount', 'value', 'sum'],
  fee: ['fee', 'fees', 'feeamount', 'commission', 'totalfee'],
  currency: ['currency', 'currencycode', 'transactioncurrency', 'ccy', 'cur'],
  day: ['date', 'transactiondate', 'day', 'datetime', 'created', 'createdat', 'time', 'processingdate', 'postingdate', 'valuedate', 'bookingdate', 'transactiontime'],
  type: ['type', 'transactiontype', 'kind', 'operation', 'description', 'category', 'recordtype'],
  state: ['state', 'status', 'result', 'transactionstatus', 'orderstatus'],
  settlement: ['settlement', 'settlementid', 'settlementreference', 'batch', 'batchid', 'batchnumber', 'payoutid'],
}

const fieldByName: ReadonlyMap<string, ColumnField> = new Map(columnFields.flatMap((field) =>
  (names[field] ?? []).map((name) => [name, field] as const)))

/** What a header means; null where it is not known. */
function fieldOf(header: string): ColumnField | null {
  const named = fieldByName.get(header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  if (named !== undefined) return named
  const kind = idKindByName(header)
  if (kind === 'lastFour') return 'card'
  return columnFields.find((field) => field === kind) ?? null
}

/** Of several days, kinds or states of a line the first is the usual one; no amount, currency or id is guessed. */
const firstCounts: readonly ColumnField[] = ['day', 'type', 'state']

/** The meaning of each column by its header; null where several have one meaning, except `firstCounts`. */
export function recognisedColumns(headers: readonly string[]): readonly (ColumnField | null)[] {
  const found = headers.map(fieldOf)
  return found.map((field, index) => {
    if (field === null) return null
    const isChosen = firstCounts.includes(field)
      ? found.indexOf(field) === index : found.indexOf(field) === found.lastIndexOf(field)
    return isChosen ? field : null
  })
}

/** Why the meanings are not sufficient; null where they are. */
export function columnsProblem(meanings: readonly (ColumnField | null)[]): 'twice' | 'no-amount' | 'no-id' | null {
  const used = meanings.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'twice'
  if (!used.includes('amount')) return 'no-amount'
  return [...idNames, 'card' as const, 'settlement' as const].some((field) => used.includes(field)) ? null : 'no-id'
}

/** By what a source is known again: its headers. */
export function sourceKey(headers: readonly string[]): string {
  return JSON.stringify(headers.map((header) => header.trim().toLowerCase()))
}
