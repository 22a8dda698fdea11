/** Lists entries that touch money, with only the facts that a statement is compared with, as there are many entries. */
import type { Span } from '#shared/day-hours.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import { ledgerText, type LedgerText } from '#shared/reconcile/ledger-entry.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { ownerOf } from './cards.ts'

/** Rows read in one call, which takes some milliseconds. */
const rowsAtOnce = 400

/** Entries of a merchant in an environment that were sent in a span, after the key of the page before. */
export interface LedgerQuery extends CardOwner, Span {
  readonly after: string | null
}

/** Order ids, merchant order ids and serial numbers; in one call at most as many as a page has entries. */
export interface LedgerIds extends CardOwner {
  readonly ids: readonly string[]
}

export interface LedgerPage {
  readonly entries: LedgerText
  readonly count: number
  /** When the last row that was read was sent; null if none was read. */
  readonly reached: number | null
  /** Null at the end. */
  readonly next: string | null
}

/** An entry as JSON, built by SQLite: reading each value in JavaScript would take several times as long. */
const entryJson = `json_object('entryId', entry_id, 'at', list_entry.at, 'profileId', profile_id, 'operation', entry.operation,
  'state', entry.state, 'currency', coalesce(entry.currency, facts ->> '$.reviewed.currency'),
  'minorAmount', coalesce(entry.minor_amount, facts ->> '$.reviewed.minorAmount'), 'net', facts ->> '$.netMinorAmount',
  'releasesHold', json(iif(facts ->> '$.releasesHold' = 1, 'true', 'false')), 'orderId', entry.order_id,
  'merchantOrderId', entry.merchant_order_id, 'serialNumber', entry.serial_number,
  'bankReference', facts ->> '$.bankReference', 'approvalCode', facts ->> '$.approvalCode', 'lastFour', entry.last_four)`
const joined = `JOIN entry ON entry.seq = list_entry.seq`

/**
 * One page, oldest first. It may have fewer entries than rows were read, as it omits those that touch no money or
 * belong to another environment.
 */
export function ledgerPage(connection: Connection, { from, until, after, ...owner }: LedgerQuery): LedgerPage {
  const of = ownerOf(connection, owner)
  if (of === null) return { entries: textOf([]), count: 0, reached: null, next: null }
  const [merchant, environment] = of
  // The key is the only lower bound: with a second one SQLite would read again from there.
  const [, at = String(from - 1), seq = String(Number.MAX_SAFE_INTEGER)] = /^(\d{1,16})\.(\d{1,15})$/.exec(after ?? '') ?? []
  const rows = connection.all(
    `SELECT list_entry.seq, list_entry.at AS sent_at, money, list_entry.environment AS where_sent, ${entryJson} AS entry_json
      FROM list_entry INDEXED BY list_entry_by_merchant ${joined}
      WHERE merchant = ? AND list_entry.at < ? AND (list_entry.at, list_entry.seq) > (?, ?)
      ORDER BY list_entry.at, list_entry.seq LIMIT ${rowsAtOnce}`,
    merchant, until, Number(at), Number(seq),
  )
  const last = rows.at(-1)
  const entries = rows.filter((row) => row.money === 1 && row.where_sent === environment)
  return {
    entries: textOf(entries), count: entries.length, reached: last === undefined ? null : integer(last, 'sent_at'),
    next: last === undefined || rows.length < rowsAtOnce ? null : `${integer(last, 'sent_at')}.${integer(last, 'seq')}`,
  }
}

/** The entries with an id. CROSS JOIN fixes the join order; else SQLite reads every entry of the environment. */
export const ledgerByIdSql = `SELECT ${entryJson} AS entry_json
  FROM (SELECT DISTINCT seq FROM json_each(?) AS requested CROSS JOIN identifier
    ON kind IN ('order', 'merchant-order', 'serial') AND identifier.value = requested.value) AS known
  CROSS JOIN list_entry ON list_entry.seq = known.seq ${joined}
  WHERE merchant = ? AND list_entry.environment = ? AND money = 1`

/** The entries that have one of the ids. */
export function ledgerById(connection: Connection, { ids, ...owner }: LedgerIds): LedgerText {
  const of = ownerOf(connection, owner)
  if (of === null) return textOf([])
  return textOf(connection.all(ledgerByIdSql, JSON.stringify(ids), ...of))
}

function textOf(rows: readonly Row[]): LedgerText {
  return ledgerText(rows.map((row) => text(row, 'entry_json')))
}
