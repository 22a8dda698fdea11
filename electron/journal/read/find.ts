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
import type { KnownOrder, DuplicateChargeQuery, DuplicateOrderQuery, MerchantAt, NonceUse, OrderIds } from './queries.ts'

/** The number of an entry to which events are added; throws for an unknown one. */
export function seqOf(connection: Connection, entryId: EntryId): number {
  const seq = seqOrNull(connection, entryId)
  if (seq === null) throw new Error('no such entry')
  return seq
}

/** The number of an entry; null for an unknown one. */
export function seqOrNull(connection: Connection, entryId: EntryId): number | null {
  const row = connection.first('SELECT seq FROM entry WHERE entry_id = ?', entryId)
  return row === null ? null : integer(row, 'seq')
}

/** The ids in a list whose entries this journal has. */
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

/** An entry with all its stored data; null for an unknown one. */
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
 * The order of the newest entry that has every given id and a merchant order id; null without one. An order id or
 * serial number that a person queried counts only if the gateway accepted the query, as it may be mistyped.
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
 * Every entry about an order, oldest first; if there are more than `limit`, the newest. An entry with the merchant
 * order id and another order id is about another order: a merchant order id may repeat at the gateway (addendum 10).
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

/** Newest first; -1 means no limit. */
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
 * The newest possible duplicate of a charge: a charge or hold of the same card, currency and amount (or with it among
 * its enumerated amounts) that was not undone and not closed by hand.
 */
export function findDuplicateCharge(connection: Connection, query: DuplicateChargeQuery): HistoryRow | null {
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
 * The newest order of the same operation, amount and currency, of any card, that was not undone and not closed by hand.
 * If both name a destination, it must be the same. Digests by different keys cannot be compared and count as the same.
 */
export function findDuplicateOrder(connection: Connection, query: DuplicateOrderQuery): HistoryRow | null {
  // Each condition is a range of the index, so that thousands of equal payouts to others are not read.
  const ranges = query.destination === null
    ? ['destination IS NULL', `destination > ''`]
    : ['destination IS NULL', 'destination = ?5', 'destination < substr(?5, 1, 8)', `destination > substr(?5, 1, 8) || 'g'`]
  const newest = ranges.map((condition) => `SELECT * FROM (
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

/** The oldest refund, void or capture of an order with an open outcome. Unique indexes prevent a second one. */
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
 * The newest entry that was signed with exactly this OAuth nonce, by any profile; null without one, or if retention
 * removed it. The entry `besides` is not searched.
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

/** True if this profile, or any profile of this merchant, touched money or may have done so. */
export function touchedMoney(connection: Connection, at: MerchantAt): boolean {
  const key = keyAt(connection, at)
  const found = (condition: string): string => `EXISTS (SELECT 1 FROM entry WHERE ${condition}
    AND effect IN ('moves-money', 'holds-money') AND state NOT IN ${undoneStates})`
  const row = connection.first(`SELECT ${found('profile_id = ?1')} OR ${found('merchant_key = ?2')} AS touched`, at.profileId, key)
  return row?.touched === 1
}

/**
 * The time of the first event or audit line after the entry that is not later than `now` (both in milliseconds since
 * 1970); null without one. The entry is at least that old, even if the clock was ahead when it was written.
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

/** Entries of the profile or of its merchant: the profile may have belonged to another merchant before. */
function ofMerchant(profileId: string, key: string): string {
  return `(entry.profile_id = ${profileId} OR entry.merchant_key = ${key})`
}

function rowOrNull(connection: Connection, row: Row | null): HistoryRow | null {
  return row === null ? null : historyRow(connection, row)
}
