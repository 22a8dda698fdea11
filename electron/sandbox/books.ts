/** What the gateway knows: the seeds, and what the ledger's lines make of it. */
import { seededCard, type SeededCard } from './cards.ts'
import type { Ledger, LedgerLine, RegisteredCard } from './ledger.ts'
import { firstPayment, type Order } from './orders.ts'

/** Ids for one request, used only if its line is recorded. */
export interface FreshIds {
  readonly serialNumber: string
  /** Exceeds 53 bits on purpose: who takes an id for a number notices here (addendum 6). */
  readonly orderId: string
  /** Ids of a registered card; `place` tells them apart. */
  cardId(place: 0 | 1 | 2 | 3): string
}

export interface CardOnFile {
  readonly cardReference: string
  readonly seeded: SeededCard
}

export interface Books {
  freshIds(): FreshIds
  /** Writes the line to the ledger, then takes it over. Throws, with nothing changed, when it can't be written. */
  record(line: LedgerLine): void
  card(cardReference: string): CardOnFile | null
  /**
   * The order of a merchant order id and, where given, an order id and the serial number of one of its requests. Ids
   * that don't belong together name no order. Of several orders with one merchant order id it is the last.
   */
  order(ids: { merchantOrderId: string; orderId?: string | undefined; serialNumber?: string | undefined }): Order | null
  wasNonceUsed(nonce: string): boolean
}

/** Opens the books over a ledger. */
export function openBooks(ledger: Ledger): Books {
  const ordersByMerchantOrderId = new Map<string, Order[]>()
  const registered = new Map<string, RegisteredCard>()
  const nonces = new Set<string>()
  let recorded = 0

  const addOrder = (order: Order) => {
    const known = ordersByMerchantOrderId.get(order.merchantOrderId)
    if (known === undefined) ordersByMerchantOrderId.set(order.merchantOrderId, [order])
    else known.push(order)
  }
  const take = (line: LedgerLine) => {
    recorded += 1
    if (line.nonce !== undefined) nonces.add(line.nonce)
    if (line.card !== undefined) registered.set(line.card.cardReference, line.card)
    if (line.order !== undefined) addOrder(line.order)
  }
  addOrder(firstPayment)
  ledger.lines.forEach(take)

  return {
    freshIds() {
      const number = ledger.firstNumber + recorded
      return {
        serialNumber: `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`,
        orderId: String(BigInt(number) * 10_000n + 1n),
        cardId: (place) => `${number}${place}`,
      }
    },
    record(line) {
      ledger.append(line)
      take(line)
    },
    card(cardReference) {
      const seeded = seededCard(registered.get(cardReference)?.seededReference ?? cardReference)
      return seeded === undefined ? null : { cardReference, seeded }
    },
    order({ merchantOrderId, orderId, serialNumber }) {
      const named = ordersByMerchantOrderId.get(merchantOrderId) ?? []
      return named.findLast((order) => (orderId === undefined || order.orderId === orderId)
        && (serialNumber === undefined || order.serialNumber === serialNumber)) ?? null
    },
    wasNonceUsed: (nonce) => nonces.has(nonce),
  }
}
