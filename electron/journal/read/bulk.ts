/** Facts about many payments at once, for the check of a batch. Call with a part of them, as other calls wait. */
import type { CardReference, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { CardOwner, CardReported } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { optionalText, text, type Row } from '../row.ts'
import { reportIn } from '../write/cards.ts'
import { keyAt, rootOf } from '../write/merchants.ts'
import { findDuplicateOrder, findDuplicateCharge } from './find.ts'
import type { DuplicateChargeQuery, DuplicateOrderQuery, MerchantAt } from './queries.ts'

/** The facts of an earlier entry that decide whether a row can be sent. */
export type EarlierEntry = Pick<HistoryRow,
  'entryId' | 'at' | 'operation' | 'state' | 'merchantOrderId' | 'orderId' | 'minorAmount' | 'enumeratedMinorAmounts'
  | 'currency'>

/** The newest entries that created an order with one of these ids and may have been sent, one for each id. */
export function ordersCreated(
  connection: Connection,
  { merchantOrderIds, orderIds, ...at }: MerchantAt & {
    readonly merchantOrderIds: readonly MerchantOrderId[]; readonly orderIds: readonly OrderId[]
  },
): readonly EarlierEntry[] {
  const key = keyAt(connection, at)
  const created = (kind: string, column: string, ids: readonly string[]): EarlierEntry[] => ids.flatMap((id) => {
    const row = connection.first(
      `SELECT ${columns} FROM identifier JOIN entry ON entry.seq = identifier.seq
        WHERE kind = '${kind}' AND value = ?1 AND ${column} = ?1 AND (profile_id = ?2 OR merchant_key = ?3)
          AND creates_order = 1 AND state <> 'not-sent' ORDER BY entry.seq DESC LIMIT 1`,
      id, at.profileId, key,
    )
    return row === null ? [] : [earlier(row)]
  })
  return [
    ...created('merchant-order', 'merchant_order_id', merchantOrderIds), ...created('order', 'order_id', orderIds),
  ]
}

/** For each order, found by both ids, the name of the other merchant's profile that created it, or null. */
export function profilesOfOthers(
  connection: Connection,
  { orders, ...at }: MerchantAt & {
    readonly orders: readonly { readonly merchantOrderId: MerchantOrderId; readonly orderId: OrderId }[]
  },
): readonly (string | null)[] {
  const key = keyAt(connection, at)
  return orders.map(({ merchantOrderId, orderId }) => {
    const row = connection.first(
      `SELECT profile_name FROM identifier JOIN entry ON entry.seq = identifier.seq
        WHERE kind = 'order' AND value = ?1 AND order_id = ?1 AND merchant_order_id = ?2
          AND profile_id <> ?3 AND merchant_key IS NOT ?4 AND creates_order = 1 ORDER BY entry.seq DESC LIMIT 1`,
      orderId, merchantOrderId, at.profileId, key,
    )
    return row === null ? null : text(row, 'profile_name')
  })
}

/** Refunds, voids and captures of these orders, newest first. */
export function actionsOfOrders(
  connection: Connection, { orderIds, ...at }: MerchantAt & { readonly orderIds: readonly OrderId[] },
): readonly EarlierEntry[] {
  const key = keyAt(connection, at)
  return orderIds.flatMap((id) => connection.all(
    `SELECT ${columns} FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = 'order' AND value = ?1 AND order_id = ?1 AND (profile_id = ?2 OR merchant_key = ?3)
        AND creates_order = 0 AND effect IN ('moves-money', 'holds-money') ORDER BY entry.seq DESC`,
    id, at.profileId, key,
  ).map(earlier))
}

/** As `findDuplicateCharge`, in the order of the queries. */
export function duplicateCharges(
  connection: Connection, { queries }: { queries: readonly DuplicateChargeQuery[] },
): (EarlierEntry | null)[] {
  return queries.map((query) => factsOf(findDuplicateCharge(connection, query)))
}

/** As `findDuplicateOrder`, in the order of the queries. */
export function duplicateOrders(
  connection: Connection, { queries }: { queries: readonly DuplicateOrderQuery[] },
): (EarlierEntry | null)[] {
  return queries.map((query) => factsOf(findDuplicateOrder(connection, query)))
}

/** The cards of a list. CROSS JOIN fixes the join order; else SQLite reads every card reference of the history. */
export const reportedSql = `SELECT reference.value AS reference, reported FROM json_each(?1) AS requested
  CROSS JOIN list_value AS reference ON reference.dimension = 'card_reference' AND reference.value = requested.value
  JOIN list_value AS merchant ON merchant.dimension = 'merchant' AND merchant.value = ?2
  JOIN list_value AS place ON place.dimension = 'environment' AND place.value = ?3
  CROSS JOIN card ON card_reference = reference.id AND card.merchant = merchant.id AND card.environment = place.id`

/** The facts that replies reported about these cards. Cards that are not on file are omitted. */
export function cardsReported(
  connection: Connection,
  { merchantKey, environment, cardReferences }: CardOwner & { readonly cardReferences: readonly CardReference[] },
): (CardReported & { readonly cardReference: CardReference })[] {
  return connection.all(
    reportedSql, JSON.stringify(cardReferences), rootOf(connection, merchantKey), environment,
  ).map((row) => ({
    ...reportIn(row), cardReference: text<CardReference>(row, 'reference'),
  }))
}

const columns = `entry_id, at, operation, state, merchant_order_id, order_id, minor_amount, enumerated_minor_amounts,
  currency`

function earlier(row: Row): EarlierEntry {
  return {
    entryId: text(row, 'entry_id'), at: text(row, 'at'), operation: text(row, 'operation'), state: text(row, 'state'),
    merchantOrderId: optionalText(row, 'merchant_order_id'), orderId: optionalText(row, 'order_id'),
    minorAmount: optionalText(row, 'minor_amount'),
    enumeratedMinorAmounts: JSON.parse(text(row, 'enumerated_minor_amounts')) as EarlierEntry['enumeratedMinorAmounts'],
    currency: optionalText(row, 'currency'),
  }
}

function factsOf(row: HistoryRow | null): EarlierEntry | null {
  if (row === null) return null
  const { entryId, at, operation, state, merchantOrderId, orderId, minorAmount, enumeratedMinorAmounts, currency } = row
  return { entryId, at, operation, state, merchantOrderId, orderId, minorAmount, enumeratedMinorAmounts, currency }
}
