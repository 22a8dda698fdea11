/** The fields of the server callback and the final redirect (§6, addendum 4 and 9). */
import { createHash } from 'node:crypto'
import { callbackTextBeforeSecret } from '#shared/gateway/callbacks/callback.ts'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import type { CardOnFile } from './card-on-file.ts'
import type { OrderRecord, Transaction } from './orders.ts'
import { orderStateOf, transactionState } from './transaction-state.ts'
import { dateWithZone, referencesOf } from './status-fields.ts'

export interface ResultOf {
  readonly record: OrderRecord
  /** Null for the order itself. */
  readonly transaction: Transaction | null
  readonly card: CardOnFile | null
  /** Milliseconds since 1970. */
  readonly now: number
  readonly merchantControl: string
  readonly productWord: string
}

/** The mandatory fields and useful optional ones; the control is last and covers three of them. */
export function resultFields({ record, transaction, card, now, merchantControl, productWord }: ResultOf): Pair[] {
  const { order } = record
  const currentState = transaction === null ? orderStateOf(record, now) : transactionState(transaction, now)
  const subject = transaction ?? order
  const approved = currentState.status === 'approved'
  const references = referencesOf(subject)
  const fields: Pair[] = [
    ['status', currentState.status],
    ['merchant_order', order.merchantOrderId],
    ['client_orderid', order.merchantOrderId],
    ['orderid', order.orderId],
    ['type', subject.transactionType],
    ['amount', subject.amount],
    ['currency', order.currency],
    ['serial-number', subject.serialNumber],
    ['descriptor', 'SANDBOX GATEWAY'],
    ...optional('error_code', currentState.error?.code),
    ...optional('error_message', currentState.error?.message),
    ...optional('name', card?.holder),
    ...optional('email', order.customer?.find(([name]) => name === 'email')?.[1]),
    ...optional('approval-code', approved ? references.approvalCode : undefined),
    ...optional('bin', card?.bin),
    ...optional('last-four-digits', card?.lastFour),
    ...optional('card-type', card?.cardType),
    ...optional('processor-rrn', approved ? references.rrn : undefined),
    ...optional(`${productWord}-processing-date`, approved ? dateWithZone(currentState.settledAt) : undefined),
    ...optional('comment', transaction?.comment),
    ...optional('merchantdata', order.merchantData),
  ]
  const control = createHash('sha1').update(callbackTextBeforeSecret(fields) + merchantControl, 'utf8').digest('hex')
  return [...fields, ['control', control]]
}

const redirected = ['status', 'orderid', 'client_orderid', 'error_code', 'error_message', 'control']

/** The fields that go through the cardholder's browser: those under the control, and why it failed (§6.2). */
export function redirectFields(result: ResultOf): Pair[] {
  return resultFields(result).filter(([name]) => redirected.includes(name))
}

/** An address with fields added to its query. */
export function withQuery(url: string, fields: readonly Pair[]): string {
  const [address = '', fragment] = url.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${printForm(fields)}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

function optional(name: string, value: string | null | undefined): Pair[] {
  return value === null || value === undefined || value === '' ? [] : [[name, value]]
}
