/** The state of the gateway: the predefined data and the changes from the ledger's lines. */
import { cardOnFile, typedCardOnFile, type CardOnFile } from './card-on-file.ts'
import { isRequest, type CallbackLine, type Ledger, type LedgerEntry, type LedgerLine, type RegisteredCard } from './ledger.ts'
import { firstPayment, type Order, type OrderRecord, type Transaction } from './orders.ts'
import { acquirerReferences } from './references.ts'
import type { AuthenticationStep } from './ways.ts'

/** Ids for one request; used up only if its line is recorded. */
export interface FreshIds {
  readonly serialNumber: string
  /** Deliberately exceeds 53 bits, so that clients notice if they parse ids as numbers (addendum 6). */
  readonly orderId: string
  /** The id of a registered card; `place` distinguishes its four ids. */
  cardId(place: 0 | 1 | 2 | 3): string
}

interface OrderIds {
  readonly merchantOrderId: string
  readonly orderId?: string | undefined
  /** Of the request that created the order, or of one of its uploads, refunds, voids or captures. */
  readonly serialNumber?: string | undefined
}

export interface Books {
  /** The key that seals the issuer's answers. */
  readonly issuerKey: string
  freshIds(): FreshIds
  /** Writes the line to the ledger, then applies it. Throws, with nothing changed, if it cannot be written. */
  record(line: LedgerLine): void
  /** Records that a callback need not be sent again. */
  recordCallback(line: CallbackLine): void
  /** True if the callback about the order or later transaction with this serial number need not be sent again. */
  isNotified(serialNumber: string): boolean
  /** A card by the reference that charges it. */
  card(cardReference: string): CardOnFile | null
  /** A card by the recurring payment id that version 4 assigned. */
  cardByRecurringPaymentId(id: string): CardOnFile | null
  /** True for an id that version 4 assigned to a card as the destination of transfers. */
  isDestination(kind: 'reference' | 'recurring-payment-id', id: string): boolean
  /** The card of an order; null if there is none. */
  cardOf(order: Order): CardOnFile | null
  /**
   * The order with a merchant order id and, if present, an order id and the serial number of one of its requests. Null
   * if they belong to different orders. Of several orders with the same merchant order id, the last one.
   */
  order(ids: OrderIds): OrderRecord | null
  /** An order by the gateway's own id. */
  orderById(orderId: string): OrderRecord | null
  /** The order or transaction of a receipt. */
  receipt(receiptId: string): { readonly record: OrderRecord; readonly transaction: Transaction | null } | null
  orders(): readonly OrderRecord[]
  wasNonceUsed(nonce: string): boolean
}

interface OpenRecord extends OrderRecord {
  readonly steps: AuthenticationStep[]
  readonly transactions: Transaction[]
}

/** Opens the books of a ledger. */
export function openBooks(ledger: Ledger): Books {
  const byOrderId = new Map<string, OpenRecord>()
  const byMerchantOrderId = new Map<string, OpenRecord[]>()
  const registered = new Map<string, RegisteredCard>()
  const nonces = new Set<string>()
  const notified = new Set<string>()
  let recorded = 0

  const addOrder = (order: Order) => {
    const record: OpenRecord = { order, steps: [], transactions: [] }
    byOrderId.set(order.orderId, record)
    const known = byMerchantOrderId.get(order.merchantOrderId)
    if (known === undefined) byMerchantOrderId.set(order.merchantOrderId, [record])
    else known.push(record)
  }
  const take = (line: LedgerEntry) => {
    recorded += 1
    if (isRequest(line)) takeRequest(line)
    else notified.add(line.callbackOf)
  }
  const takeRequest = (line: LedgerLine) => {
    if (line.nonce !== undefined) nonces.add(line.nonce)
    if (line.card !== undefined) registered.set(line.card.cardReference, line.card)
    if (line.order !== undefined) addOrder(line.order)
    if (line.step !== undefined) byOrderId.get(line.step.orderId)?.steps.push(line.step)
    if (line.transaction !== undefined) byOrderId.get(line.transaction.orderId)?.transactions.push(line.transaction)
  }
  const findRegistered = (fits: (card: RegisteredCard) => boolean) => [...registered.values()].find(fits)
  const card = (cardReference: string) => cardOnFile(cardReference, registered.get(cardReference))
  const record = (line: LedgerEntry) => {
    ledger.append(line)
    take(line)
  }
  addOrder(firstPayment)
  ledger.lines.forEach(take)

  return {
    issuerKey: ledger.issuerKey,
    freshIds() {
      const number = ledger.firstNumber + recorded
      return {
        serialNumber: `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`,
        orderId: String(BigInt(number) * 10_000n + 1n),
        cardId: (place) => `${number}${place}`,
      }
    },
    record,
    recordCallback: record,
    isNotified: (serialNumber) => notified.has(serialNumber),
    card,
    cardByRecurringPaymentId(id) {
      const found = findRegistered(({ recurringPaymentId }) => recurringPaymentId === id)
      return found === undefined ? null : card(found.cardReference)
    },
    isDestination: (kind, id) => findRegistered((known) =>
      (kind === 'reference' ? known.destinationCardReference : known.destinationRecurringPaymentId) === id) !== undefined,
    cardOf(order) {
      if (order.card !== undefined) return typedCardOnFile(order.card)
      return order.cardReference === '' ? null : card(order.cardReference)
    },
    order({ merchantOrderId, orderId, serialNumber }) {
      const named = byMerchantOrderId.get(merchantOrderId) ?? []
      return named.findLast((record) => (orderId === undefined || record.order.orderId === orderId)
        && (serialNumber === undefined || serialNumbersOf(record).includes(serialNumber))) ?? null
    },
    orderById: (orderId) => byOrderId.get(orderId) ?? null,
    receipt(receiptId) {
      for (const record of byOrderId.values()) {
        if (acquirerReferences(record.order.orderId).receiptId === receiptId) return { record, transaction: null }
        const transaction = record.transactions
          .find(({ serialNumber }) => acquirerReferences(serialNumber).receiptId === receiptId)
        if (transaction !== undefined) return { record, transaction }
      }
      return null
    },
    orders: () => [...byOrderId.values()],
    wasNonceUsed: (nonce) => nonces.has(nonce),
  }
}

function serialNumbersOf({ order, steps, transactions }: OrderRecord): string[] {
  return [order, ...steps, ...transactions].map(({ serialNumber }) => serialNumber)
}
