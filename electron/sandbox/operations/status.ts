/** Order status, both versions: of the newest transaction, or that of a serial number (§2.8, §2.9, addendum 8). */
import { addressesOf } from '../authentication/addresses.ts'
import { authenticationFields } from '../authentication/authentication-fields.ts'
import type { OrderRecord, Transaction } from '../orders/orders.ts'
import { orderStateOf } from '../orders/transaction-state.ts'
import { outcomeFields, partyFields } from '../orders/status-fields.ts'
import { refuse, type Handler } from './handler.ts'

export const status: Handler = ({ values, books, now, productWord, baseUrl }) => {
  const { serialNumber, orderId, merchantOrderId = '' } = values
  const record = books.order({ merchantOrderId, orderId, serialNumber })
  if (record === null) return refuse('Order not found: no order has these ids')
  const card = books.cardOf(record.order)
  const transaction = transactionAsked(record, serialNumber)
  return {
    kind: 'answered',
    fields: [
      ['type', 'status-response'],
      ...(serialNumber === undefined ? [] : [['by-request-sn', serialNumber] as const]),
      ...outcomeFields(record, transaction, card, now, productWord),
      ...authenticationFields(record, orderStateOf(record, now), addressesOf(baseUrl, productWord)),
      ...partyFields(record, card, now),
    ],
  }
}

/** Null for the order itself, whose serial numbers are those of its creating request and of its uploads. */
function transactionAsked({ transactions }: OrderRecord, serialNumber: string | undefined): Transaction | null {
  if (serialNumber === undefined) return transactions.at(-1) ?? null
  return transactions.find((transaction) => transaction.serialNumber === serialNumber) ?? null
}
