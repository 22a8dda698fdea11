/** Entries that touch money, with the facts by which a statement is compared with them; short, as there are many. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { Span } from '#shared/day-hours.ts'
import type { CardOwner } from '#shared/model/card.ts'
import type { JournalEntry } from '#shared/reconcile/ledger-entry.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import type { ListFacts } from '../write/list-entry.ts'
import { ownerOf } from './cards.ts'

/** Rows read in one call: some milliseconds. */
const rowsAtOnce = 400

/** Entries of a merchant in an environment that were sent in a span, after the key of the page before. */
export interface LedgerQuery extends CardOwner, Span {
  readonly after: string | null
}

/** Order ids, merchant order ids and serial numbers, in one call as many as a page has entries. */
export interface LedgerIds extends CardOwner {
  readonly ids: readonly string[]
}

export interface LedgerPage {
  readonly entries: readonly JournalEntry[]
  /** Null at the end. */
  readonly next: string | null
}

const columns = `list_entry.seq, list_entry.at AS sent_at, list_entry.facts, list_entry.environment AS where_sent, money, entry_id,
  profile_id, entry.operation, entry.state, entry.currency, entry.minor_amount, entry.order_id,
  entry.merchant_order_id, entry.serial_number, entry.last_four`
const joined = `JOIN entry ON entry.seq = list_entry.seq`

/**
 * One page, oldest first. It has fewer entries than rows were read: others do not touch money, or are of another
 * environment.
 */
export function ledgerPage(connection: Connection, { from, until, after, ...owner }: LedgerQuery): LedgerPage {
  const of = ownerOf(connection, owner)
  if (of === null) return { entries: [], next: null }
  const [merchant, environment] = of
  const [, at = '0', seq = '0'] = /^(\d{1,16})\.(\d{1,15})$/.exec(after ?? '') ?? []
  const rows = connection.all(
    `SELECT ${columns} FROM list_entry INDEXED BY list_entry_by_merchant ${joined}
      WHERE merchant = ? AND list_entry.at >= ? AND list_entry.at < ? AND (list_entry.at, list_entry.seq) > (?, ?)
      ORDER BY list_entry.at, list_entry.seq LIMIT ${rowsAtOnce}`,
    merchant, from, until, Number(at), Number(seq),
  )
  const last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
  return {
    entries: rows.filter((row) => row.money === 1 && row.where_sent === environment).map(journalEntry),
    next: last === undefined ? null : `${integer(last, 'sent_at')}.${integer(last, 'seq')}`,
  }
}

/** The entries that have one of the ids. */
export function ledgerById(connection: Connection, { ids, ...owner }: LedgerIds): JournalEntry[] {
  const of = ownerOf(connection, owner)
  if (of === null) return []
  return connection.all(
    `SELECT ${columns} FROM list_entry ${joined}
      WHERE list_entry.seq IN (SELECT seq FROM identifier WHERE kind IN ('order', 'merchant-order', 'serial')
        AND identifier.value IN (SELECT value FROM json_each(?)))
        AND merchant = ? AND list_entry.environment = ? AND money = 1`,
    JSON.stringify(ids), ...of,
  ).map(journalEntry)
}

function journalEntry(row: Row): JournalEntry {
  const { reviewed, netMinorAmount, bankReference, approvalCode, releasesHold } =
    JSON.parse(text(row, 'facts')) as ListFacts
  return {
    entryId: text<JournalEntry['entryId']>(row, 'entry_id'), at: integer(row, 'sent_at'),
    profileId: text<JournalEntry['profileId']>(row, 'profile_id'),
    operation: text<JournalEntry['operation']>(row, 'operation'), state: text<JournalEntry['state']>(row, 'state'),
    currency: optionalText(row, 'currency') ?? reviewed?.currency ?? null,
    minorAmount: optionalText(row, 'minor_amount') ?? reviewed?.minorAmount ?? null,
    net: netMinorAmount, releasesHold: releasesHold === true,
    orderId: optionalText<OrderId>(row, 'order_id'), merchantOrderId: optionalText<MerchantOrderId>(row, 'merchant_order_id'),
    serialNumber: optionalText(row, 'serial_number'), bankReference, approvalCode, lastFour: optionalText(row, 'last_four'),
  }
}
