import type { EntryId, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import { shownNotes } from '#shared/model/history/shown-notes.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { shownEvents } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { openStates, undoneOrClosedStates, undoneStates } from '../write/state-lists.ts'
import { keyAt } from '../write/merchants.ts'
import { historyRow } from './history-row.ts'
import type { KnownOrder, LikeChargeQuery, LikeOrderQuery, MerchantAt, NonceUse, OrderIds } from './queries.ts'

/** The number of an entry; throws for an unknown one: events need an existing entry. */
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

/** Those of these entries that are here. */
export function knownEntries(connection: Connection, { entryIds }: { entryIds: readonly EntryId[] }): EntryId[] {
  return connection.all(
    'SELECT entry_id FROM entry WHERE entry_id IN (SELECT value FROM json_each(?))', JSON.stringify(entryIds),
  ).map((row) => text<EntryId>(row, 'entry_id'))
}

/** Entries that this desk adopted from another one, oldest first. */
export function adoptedEntries(connection: Connection): EntryId[] {
  return connection.all(
    'SELECT entry_id FROM list_entry JOIN entry USING (seq) WHERE desk IS NOT NULL ORDER BY seq',
  ).map((row) => text<EntryId>(row, 'entry_id'))
}

/** An entry with everything kept of it, or null. */
export function findEntry(connection: Connection, entryId: EntryId): EntryDetail | null {
  const found = connection.first('SELECT * FROM entry WHERE entry_id = ?', entryId)
  if (found === null) return null
  const history = historyOf(connection, integer(found, 'seq'))
  const { url, login, gatewayAt, fields, signedText, askedSerialNumber } = history.intent
  return {
    row: historyRow(connection, found), url, login, gatewayAt, fields, signedText, askedSerialNumber,
    events: shownEvents(history), notes: shownNotes(history.notes),
  }
}

/**
 * The newest entry that has every given id and knows the merchant order id. An order id or serial number from a query
 * counts only when the gateway answered, not when it refused: a mistyped one names no order.
 */
export function findOrder(connection: Connection, request: MerchantAt & OrderIds): KnownOrder | null {
  const given = [
    ['merchant-order', request.merchantOrderId], ['order', request.orderId], ['serial', request.serialNumber],
  ].filter((pair): pair is [string, string] => pair[1] !== undefined)
  if (given.length === 0) return null
  const key = keyAt(connection, request)
  const carriers = given.map(() => `SELECT entry.seq FROM identifier JOIN entry ON entry.seq = identifier.seq
    WHERE kind = ? AND value = ? AND ${ofMerchant('?', '?')} AND merchant_order_id IS NOT NULL
      AND (asked = 0 OR state NOT IN ${undoneStates})`)
  const newest = connection.first(
    `SELECT * FROM entry WHERE seq = (SELECT max(seq) FROM (${carriers.join(' INTERSECT ')}))`,
    ...given.flatMap(([kind, value]) => [kind, value, request.profileId, key]),
  )
  if (newest === null) return null
  const { profileId, entryPoint, merchantOrderId, orderId } = historyRow(connection, newest)
  return merchantOrderId === null ? null : { profileId, entryPoint, merchantOrderId, orderId }
}

/**
 * Every entry about an order, oldest first; of more than `limit` the newest. An entry with the merchant order id and
 * another order id is about another order: a merchant order id may repeat at the gateway (addendum 10).
 */
export function orderEntries(
  connection: Connection, { limit, ...order }: OrderAt & { limit: number },
): { readonly entries: EntryDetail[]; readonly cut: boolean } {
  const rows = rowsOfOrder(connection, order, limit + 1)
  const entries = rows.slice(0, limit).reverse()
    .flatMap((row) => findEntry(connection, text<EntryId>(row, 'entry_id')) ?? [])
  return { entries, cut: rows.length > limit }
}

/** The numbers of all entries about an order. */
export function entriesOfOrder(connection: Connection, order: OrderAt): number[] {
  return rowsOfOrder(connection, order, -1).map((row) => integer(row, 'seq'))
}

type OrderAt = MerchantAt & { readonly orderId: OrderId | null; readonly merchantOrderId: MerchantOrderId | null }

/** Newest first; a limit of -1 is none. */
function rowsOfOrder(connection: Connection, { orderId, merchantOrderId, ...at }: OrderAt, limit: number): Row[] {
  return connection.all(
    `SELECT DISTINCT entry.seq AS seq, entry_id FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE ${ofMerchant('?1', '?5')} AND ((kind = 'order' AND value = ?2)
        OR (kind = 'merchant-order' AND value = ?3 AND (?2 IS NULL OR order_id IS NULL OR order_id = ?2)))
      ORDER BY entry.seq DESC LIMIT ?4`,
    at.profileId, orderId, merchantOrderId, limit, keyAt(connection, at),
  )
}

/**
 * The newest charge or hold of the same card, currency and amount (or with it among the amounts tried in turn) that was
 * not undone and not closed by hand.
 */
export function findLikeCharge(connection: Connection, query: LikeChargeQuery): HistoryRow | null {
  return rowOrNull(connection, connection.first(
    `SELECT * FROM entry
      WHERE merchant_key = ?1 AND card_reference = ?2
        AND effect IN ('moves-money', 'holds-money') AND currency IS ?3
        AND state ${query.which === 'open' ? `IN ${openStates}` : `NOT IN ${undoneOrClosedStates}`}
        AND (minor_amount IS ?4 OR EXISTS (SELECT 1 FROM json_each(enumerated_minor_amounts) WHERE value = ?4))
      ORDER BY seq DESC LIMIT 1`,
    keyAt(connection, query), query.cardReference, query.currency, query.minorAmount,
  ))
}

/**
 * The newest order of the same operation, amount and currency, whosever card it was, that was not undone and not closed
 * by hand. Where both name a destination, it must be the same; digests of different keys cannot be compared, so they
 * count as the same.
 */
export function findDuplicateOrder(connection: Connection, query: LikeOrderQuery): HistoryRow | null {
  // Each is a range of the index: thousands of equal payouts to others are not read.
  const like = query.destination === null
    ? ['destination IS NULL', `destination > ''`]
    : ['destination IS NULL', 'destination = ?5', 'destination < substr(?5, 1, 8)', `destination > substr(?5, 1, 8) || 'g'`]
  const newest = like.map((condition) => `SELECT * FROM (
    SELECT seq FROM entry
      WHERE merchant_key = ?1 AND operation = ?2 AND minor_amount IS ?3 AND currency IS ?4 AND creates_order = 1
        AND ${condition} AND state NOT IN ${undoneOrClosedStates}
      ORDER BY seq DESC LIMIT 1)`)
  return rowOrNull(connection, connection.first(
    `SELECT * FROM entry WHERE seq = (SELECT max(seq) FROM (${newest.join(' UNION ALL ')}))`,
    keyAt(connection, query), query.operation, query.minorAmount, query.currency,
    ...query.destination === null ? [] : [query.destination],
  ))
}

/** Every refund, void and capture of an order sent from this computer, in any state, newest first. */
export function orderActions(connection: Connection, order: MerchantAt & { orderId: OrderId }): HistoryRow[] {
  return actionsWhere(connection, order, '').map((row) => historyRow(connection, row))
}

/** The oldest one with an open outcome; indexes over the same condition prevent further ones. */
export function findActionInFlight(
  connection: Connection, order: MerchantAt & { orderId: OrderId },
): HistoryRow | null {
  return rowOrNull(connection, actionsWhere(connection, order, `AND state IN ${openStates}`).at(-1) ?? null)
}

function actionsWhere(connection: Connection, order: MerchantAt & { orderId: OrderId }, and: string): Row[] {
  const key = keyAt(connection, order)
  return connection.all(
    `SELECT entry.* FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = 'order' AND value = ?3 AND ${ofMerchant('?1', '?2')} AND order_id = ?3
        AND creates_order = 0 AND effect IN ('moves-money', 'holds-money') ${and}
      ORDER BY entry.seq DESC`,
    order.profileId, key, order.orderId,
  )
}

/** The newest entry that used a merchant order id to create an order and may have been sent. */
export function findMerchantOrderId(
  connection: Connection, { merchantOrderId, ...at }: MerchantAt & { merchantOrderId: MerchantOrderId },
): HistoryRow | null {
  const key = keyAt(connection, at)
  return rowOrNull(connection, connection.first(
    `SELECT entry.* FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = 'merchant-order' AND value = ?3 AND ${ofMerchant('?1', '?2')}
        AND merchant_order_id = ?3 AND creates_order = 1 AND state <> 'not-sent'
      ORDER BY entry.seq DESC LIMIT 1`,
    at.profileId, key, merchantOrderId,
  ))
}

/**
 * The newest entry that was signed with exactly this OAuth nonce, by whatever profile; null when none was, or when
 * retention removed it. `besides` is left out: an entry that is itself asked about.
 */
export function nonceUse(
  connection: Connection, { nonce, besides = null }: { nonce: string; besides?: EntryId | null },
): NonceUse | null {
  const row = connection.first(
    `SELECT entry_id, at, operation FROM nonce JOIN entry ON entry.seq = nonce.seq
      WHERE value = ? AND entry_id IS NOT ? ORDER BY nonce.seq DESC LIMIT 1`,
    nonce, besides,
  )
  return row === null
    ? null : { entryId: text(row, 'entry_id'), at: text(row, 'at'), operation: text(row, 'operation') }
}

/** True when money was touched, or may have been, through this profile or for this merchant. */
export function touchedMoney(connection: Connection, at: MerchantAt): boolean {
  const key = keyAt(connection, at)
  const found = (condition: string): string => `EXISTS (SELECT 1 FROM entry WHERE ${condition}
    AND effect IN ('moves-money', 'holds-money') AND state NOT IN ${undoneStates})`
  const row = connection.first(`SELECT ${found('profile_id = ?1')} OR ${found('merchant_key = ?2')} AS touched`, at.profileId, key)
  return row?.touched === 1
}

/**
 * The earliest time, at most `now` (milliseconds since 1970), of an event or audit line after the entry; null without
 * one. A clock that was ahead is known by it: the entry is at least that old.
 */
export function writtenAfter(
  connection: Connection, { entryId, now }: { entryId: EntryId; now: number },
): number | null {
  const seq = seqOrNull(connection, entryId)
  if (seq === null) return null
  const row = connection.first(
    `SELECT coalesce(event.at, audit.at) AS at FROM chain
        LEFT JOIN event ON chain.kind = 'event' AND event.id = ref LEFT JOIN audit ON chain.kind = 'audit' AND audit.id = ref
      WHERE position > (SELECT position FROM chain WHERE kind = 'event' AND ref = ?1)
        AND coalesce(event.at, audit.at) <= ?2
      ORDER BY position LIMIT 1`,
    seq, new Date(now).toISOString(),
  )
  return row === null ? null : Date.parse(text(row, 'at'))
}

/** The profile's entries count as well as its merchant's: the profile may have been another merchant's before. */
function ofMerchant(profileId: string, key: string): string {
  return `(entry.profile_id = ${profileId} OR entry.merchant_key = ${key})`
}

function rowOrNull(connection: Connection, row: Row | null): HistoryRow | null {
  return row === null ? null : historyRow(connection, row)
}
