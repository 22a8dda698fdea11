/**
 * The reply fields that decide what happened to money, in any spelling: `Order-ID`, `order_id` or another product word
 * still identify an order (§2.7, §7.1, addendum 6).
 */
import type { Pair } from '../encoding/form.ts'
import type { Reply } from './reply.ts'

/** In lower case, with letters and digits only. */
const decisiveNames: ReadonlySet<string> = new Set([
  'type', 'status', 'orderstage', 'transactiontype', 'transactiondate', 'serialnumber', 'byrequestsn', 'errorcode',
  'errormessage', 'amount', 'initialamount', 'currency',
])
const merchantOrderIdNames: ReadonlySet<string> = new Set(['merchantorderid', 'clientorderid', 'merchantorder'])

type ReplyFields = Pick<Reply, 'fields'>

/** True if the reply repeats a decisive field or an order id: it is not known which value counts. */
export function repeatsDecisiveField({ fields }: ReplyFields): boolean {
  const names = fields.map(bareName).filter((name) => decisiveNames.has(name) || isOrderIdName(name))
  return new Set(names).size < names.length
}

/** True if the reply has a non-empty status or stage of an order. */
export function reportsOrderStatus({ fields }: ReplyFields): boolean {
  return fields.some((field) => ['status', 'orderstage'].includes(bareName(field)) && field[1] !== '')
}

/** The non-empty merchant order ids in a reply; each must be the sent one. */
export function merchantOrderIdsIn({ fields }: ReplyFields): string[] {
  return filled(fields, (name) => merchantOrderIdNames.has(name))
}

/** The non-empty gateway order ids in a reply, whatever their field's name. */
export function orderIdsIn({ fields }: ReplyFields): string[] {
  return filled(fields, (name) => isOrderIdName(name) && !merchantOrderIdNames.has(name))
}

function filled(fields: readonly Pair[], isMeant: (name: string) => boolean): string[] {
  return fields.filter((field) => isMeant(bareName(field)) && field[1] !== '').map(([, value]) => value)
}

function isOrderIdName(bare: string): boolean {
  return bare.includes('orderid') || merchantOrderIdNames.has(bare)
}

function bareName([name]: Pair): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
