import type { EntryId, MerchantOrderId, OrderId, ProfileId, SerialNumber } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import type { Connection } from './connection.ts'
import { shownEvents } from './entry-view.ts'
import { historyOf } from './events.ts'
import { historyRow } from './history-row.ts'
import type { KnownOrder, LikeChargeQuery, LikeOrderQuery } from './port.ts'
import { integer, text, type Row } from './row.ts'
import { openStates, undoneStates } from './state-lists.ts'

/** The number of an entry; throws when there is none: nobody may write to an entry that was not made. */
export function seqOf(connection: Connection, entryId: EntryId): number {
  const seq = seqOrNull(connection, entryId)
  if (seq === null) throw new Error('no such entry')
  return seq
}

/** The number of an entry; null when there is none, or when retention removed it. */
export function seqOrNull(connection: Connection, entryId: EntryId): number | null {
  const row = connection.first('SELECT seq FROM entry WHERE entry_id = ?', entryId)
  return row === null ? null : integer(row, 'seq')
}

/** An entry with everything kept of it, or null. */
export function findEntry(connection: Connection, entryId: EntryId): EntryDetail | null {
  const found = connection.first('SELECT * FROM entry WHERE entry_id = ?', entryId)
  if (found === null) return null
  const history = historyOf(connection, integer(found, 'seq'))
  const { url, login, fields, signedText, askedSerialNumber } = history.intent
  return {
    row: historyRow(found), url, ...(login !== undefined && { login }), fields, signedText, askedSerialNumber,
    events: shownEvents(history),
  }
}

/**
 * The newest entry that carries every id given and knows the merchant order id. An order id or serial number that was
 * only asked for counts when the gateway answered, not when it refused: a mistyped one names no order.
 */
export function findOrder(connection: Connection, request: {
  profileId: ProfileId; merchantOrderId?: MerchantOrderId; orderId?: OrderId; serialNumber?: SerialNumber
}): KnownOrder | null {
  const given = [
    ['merchant-order', request.merchantOrderId], ['order', request.orderId], ['serial', request.serialNumber],
  ].filter((pair): pair is [string, string] => pair[1] !== undefined)
  if (given.length === 0) return null
  const carriers = given.map(() => `SELECT entry.seq FROM identifier JOIN entry ON entry.seq = identifier.seq
    WHERE kind = ? AND value = ? AND profile_id = ? AND merchant_order_id IS NOT NULL
      AND (asked = 0 OR state NOT IN ${undoneStates})`)
  const newest = connection.first(
    `SELECT * FROM entry WHERE seq = (SELECT max(seq) FROM (${carriers.join(' INTERSECT ')}))`,
    ...given.flatMap(([kind, value]) => [kind, value, request.profileId]),
  )
  if (newest === null) return null
  const { profileId, entryPoint, merchantOrderId, orderId } = historyRow(newest)
  return merchantOrderId === null ? null : { profileId, entryPoint, merchantOrderId, orderId }
}

/**
 * Every entry about an order, oldest first; of more than `limit` the newest. One that carries the merchant order id
 * and another order id is about another order: at the gateway a merchant order id may repeat (addendum 10).
 */
export function orderEntries(connection: Connection, { profileId, orderId, merchantOrderId, limit }: {
  profileId: ProfileId; orderId: OrderId | null; merchantOrderId: MerchantOrderId | null; limit: number
}): { readonly entries: EntryDetail[]; readonly cut: boolean } {
  const rows = connection.all(
    `SELECT DISTINCT entry.seq AS seq, entry_id FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE profile_id = ?1 AND ((kind = 'order' AND value = ?2)
        OR (kind = 'merchant-order' AND value = ?3 AND (?2 IS NULL OR order_id IS NULL OR order_id = ?2)))
      ORDER BY entry.seq DESC LIMIT ?4`,
    profileId, orderId, merchantOrderId, limit + 1,
  )
  const entries = rows.slice(0, limit).reverse()
    .flatMap((row) => findEntry(connection, text<EntryId>(row, 'entry_id')) ?? [])
  return { entries, cut: rows.length > limit }
}

/** The newest charge or hold of the same card, currency and amount (or with it among the amounts tried in turn). */
export function findLikeCharge(connection: Connection, query: LikeChargeQuery): HistoryRow | null {
  return rowOrNull(connection.first(
    `SELECT * FROM entry
      WHERE profile_id = ?1 AND card_reference = ?2 AND at >= ?3
        AND effect IN ('moves-money', 'holds-money') AND currency = ?4
        AND state NOT IN ${undoneStates} AND state <> 'not-found'
        AND (minor_amount = ?5 OR EXISTS (SELECT 1 FROM json_each(enumerated_minor_amounts) WHERE value = ?5))
      ORDER BY seq DESC LIMIT 1`,
    query.profileId, query.cardReference, query.since, query.currency, query.minorAmount,
  ))
}

/** The newest order of the same operation, amount and currency, whoever's card it was. */
export function findLikeOrder(connection: Connection, query: LikeOrderQuery): HistoryRow | null {
  return rowOrNull(connection.first(
    `SELECT * FROM entry
      WHERE profile_id = ? AND operation = ? AND minor_amount = ? AND currency = ? AND at >= ? AND creates_order = 1
        AND state NOT IN ${undoneStates} AND state <> 'not-found'
      ORDER BY seq DESC LIMIT 1`,
    query.profileId, query.operation, query.minorAmount, query.currency, query.since,
  ))
}

/** Every refund, void and capture of an order, newest first. */
export function orderActions(
  connection: Connection, { profileId, orderId }: { profileId: ProfileId; orderId: OrderId },
): HistoryRow[] {
  return connection.all(
    `SELECT * FROM entry
      WHERE profile_id = ? AND order_id = ? AND creates_order = 0 AND effect IN ('moves-money', 'holds-money')
      ORDER BY seq DESC`,
    profileId, orderId,
  ).map(historyRow)
}

/** The one that is being sent, under way or unknown; the index over the same condition keeps it the only one. */
export function findActionInFlight(
  connection: Connection, { profileId, orderId }: { profileId: ProfileId; orderId: OrderId },
): HistoryRow | null {
  return rowOrNull(connection.first(
    `SELECT * FROM entry
      WHERE profile_id = ? AND order_id = ? AND creates_order = 0 AND effect IN ('moves-money', 'holds-money')
        AND state IN ${openStates}`,
    profileId, orderId,
  ))
}

/** The one entry that used a merchant order id to create an order and was not surely unsent. */
export function findMerchantOrderId(
  connection: Connection, { profileId, merchantOrderId }: { profileId: ProfileId; merchantOrderId: MerchantOrderId },
): HistoryRow | null {
  return rowOrNull(connection.first(
    `SELECT * FROM entry
      WHERE profile_id = ? AND merchant_order_id = ? AND creates_order = 1 AND state <> 'not-sent'`,
    profileId, merchantOrderId,
  ))
}

function rowOrNull(row: Row | null): HistoryRow | null {
  return row === null ? null : historyRow(row)
}
