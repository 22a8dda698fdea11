/** Finds the entries of one customer from their events alone. Erasure removes the content of these entries. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { wholeAddress, type Customer, type CustomerKind } from '#shared/model/payments/customer.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf, type EntryHistory } from '../write/events.ts'
import { fieldsIn, keptReplies } from '../write/reply-facts.ts'
import { entriesOfOrder } from './find.ts'
import type { MerchantAt } from './queries.ts'

/** Entries by their numbers: those that name the customer, and others about the same orders. */
export interface CustomerEntries {
  readonly named: readonly number[]
  readonly linked: readonly number[]
  /** Where to continue; null at the end. */
  readonly next: number | null
}

/**
 * Searches for a customer in the next `limit` events after number `after`. A refund or a status names no card and no
 * address, so every entry about the order of a found one belongs to the customer. SECURITY: the reading tables only
 * propose entries; the events, which the chain protects, decide whose they are.
 */
export function customerEntries(
  connection: Connection, { customer, after, limit }: { customer: Customer; after: number; limit: number },
): CustomerEntries {
  const until = after + limit
  const findsErased = customer.kind === 'erased-before'
  const parts = findsErased ? [] : plainParts(customer.value)
  const conditions = findsErased ? [`kind = 'removal'`] : parts.map(() => 'instr(kept, ?)')
  const rows = connection.all(
    `SELECT DISTINCT entry FROM (SELECT entry, kind, lower(facts || coalesce(body, '')) AS kept
        FROM event LEFT JOIN content ON content.event = event.id WHERE event.id > ? AND event.id <= ?)
      WHERE ${['true', ...conditions].join(' AND ')}`,
    after, until, ...parts,
  )
  const named = rows.map((row) => integer(row, 'entry')).filter((seq) => isOf(customer, historyOf(connection, seq)))
  const isEnd = connection.first('SELECT 1 FROM event WHERE id > ?', until) === null
  // Every entry of an erased order has its own removal.
  const linked = findsErased ? [] : withTheirOrders(connection, named)
  return { named, linked, next: isEnd ? null : until }
}

/**
 * The parts of a value that no encoding changes, in lower case. Every text that names the customer contains all of
 * them.
 */
function plainParts(value: string): string[] {
  return value.match(/[a-z0-9]+/gi)?.map((part) => part.toLowerCase()) ?? []
}

function isOf({ kind, value, profileId }: Customer, history: EntryHistory): boolean {
  return (profileId === null || history.intent.profileId === profileId) && names[kind](history, value)
}

const cardFields = ['card-ref-id', 'dst-card-ref-id'] as const

const names: Readonly<Record<CustomerKind, (history: EntryHistory, value: string) => boolean>> = {
  'card-reference': (history, value) => history.intent.cardReference === value
    || keptReplies(history).some((reply) => cardFields.some((name) => filledReplyField(reply, name) === value)),
  email: (history, value) => {
    const address = wholeAddress(value)
    return textsOf(history).some((text) => address.test(text))
  },
  'merchant-order-id': ({ intent }, value) => intent.merchantOrderId === value,
  'erased-before': ({ removal }) => removal?.ground === 'request',
  'order-id': (history, value) => orderOf(history).orderIds.some((id) => id === value),
}

/** Every text of an entry's content, decoded. */
function textsOf({ intent, later, notes }: EntryHistory): string[] {
  const texts = later.flatMap(({ kind, record }) => [
    record.reply, record.errorText, kind === 'closing' ? record.reason : null,
    ...record.reply === null ? [] : fieldsIn(record.reply).fields.map(([, value]) => value),
  ])
  const typed = [...intent.fields.map(({ value }) => value), ...notes.map(({ text }) => text)]
  return [intent.reason, ...typed, ...texts].filter((text) => text !== null)
}

interface OrderOfEntry extends MerchantAt {
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderIds: readonly OrderId[]
}

function orderOf(history: EntryHistory): OrderOfEntry {
  const { intent: { profileId, merchantKey, merchantOrderId } } = history
  const orderIds = viewOf(history).identifiers.flatMap((id) => (id.kind === 'order' ? id.value : []))
  return { profileId, merchantKey, merchantOrderId, orderIds }
}

/** The other entries about the orders of these entries, and about those entries' orders in turn. */
function withTheirOrders(connection: Connection, named: readonly number[]): number[] {
  const found = new Set(named)
  const orders = named.map((seq) => orderOf(historyOf(connection, seq)))
  for (const order of orders) {
    for (const orderId of order.orderIds.length === 0 ? [null] : order.orderIds) {
      const { merchantOrderId } = order
      for (const seq of entriesOfOrder(connection, { ...order, merchantOrderId, orderId })) {
        if (found.has(seq)) continue
        const own = orderOf(historyOf(connection, seq))
        if (!isSameOrder(own, order)) continue
        found.add(seq)
        // An entry without an order id gets this order's ids, so that it does not lead to another order with the same
        // merchant order id.
        orders.push(own.orderIds.length === 0 ? { ...own, orderIds: order.orderIds } : own)
      }
    }
  }
  return [...found].slice(named.length)
}

/** At the gateway a merchant order id may repeat (addendum 10); with different order ids, orders are different. */
function isSameOrder(one: OrderOfEntry, other: OrderOfEntry): boolean {
  if (one.orderIds.some((id) => other.orderIds.includes(id))) return true
  return one.merchantOrderId !== null && one.merchantOrderId === other.merchantOrderId
    && (one.orderIds.length === 0 || other.orderIds.length === 0)
}
