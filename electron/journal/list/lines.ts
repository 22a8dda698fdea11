/** Lists the history with one line per payment, which includes its refunds, voids and captures. */
import type { HistoryLine, HistoryLines } from '#shared/model/history/history-list.ts'
import { mostFolded } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { historyRow, paymentOf } from '../read/history-row.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { fits, wantedWords } from '../search/search-match.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { termsOf } from '../write/search-terms.ts'
import { allOf, narrowingOf } from './narrowing.ts'
import { listQueryOf, entriesOf, find, placesOf, type PageQuery, type Placed } from './pages.ts'
import type { ListQuery } from './steps.ts'
import type { Turns } from './turns.ts'

const touchesMoney = `effect IN ('moves-money', 'holds-money')`

/**
 * One page of lines. A refund, void or capture is listed under its payment if the filter includes that payment, even
 * on another page; any other one has its own line.
 */
export async function listLines(
  connection: Connection, query: PageQuery, turns: Turns,
): Promise<HistoryLines & Placed> {
  const listQuery = listQueryOf(query)
  const folds = listQuery.filter.view === 'payments'
  const found = await find(connection, listQuery, turns, () => (folds ? ownLines(connection, listQuery) : () => true))
  if (found === null) return { lines: [], places: [], next: null }
  const entries = entriesOf(connection, found.found)
  const lines = entries.map(({ row }) => lineOf(connection, row, folds))
  return { lines, places: placesOf(connection, listQuery.order, entries), next: found.next }
}

/** Returns the test whether an entry has its own line: it has none if the filter includes its payment. */
function ownLines(connection: Connection, query: ListQuery): (seq: number) => boolean {
  const shows = filterTest(connection, query)
  return (seq) => {
    const payment = paymentOfAction(connection, seq)
    return payment === null || !shows(payment)
  }
}

function lineOf(connection: Connection, row: Row, folds: boolean): HistoryLine {
  const { rows, count } = folds && row.creates_order === 1 ? actionsOn(connection, row) : { rows: [], count: 0 }
  return {
    row: historyRow(connection, row),
    folded: rows.map((action) => historyRow(connection, action)),
    foldedCount: count,
    checks: checksOf(connection, integer(row, 'seq')),
  }
}

/** The newest refunds, voids and captures of the order that an entry created, and their number. */
function actionsOn(connection: Connection, payment: Row): { readonly rows: Row[]; readonly count: number } {
  const orderId = optionalText(payment, 'order_id')
  if (orderId === null) return { rows: [], count: 0 }
  const rows = connection.all(
    `SELECT entry.* FROM identifier JOIN entry ON entry.seq = identifier.seq
      WHERE kind = 'order' AND value = ?1 AND order_id = value AND creates_order = 0 AND ${touchesMoney}
        AND (merchant_key = ?2 OR profile_id = ?3) ORDER BY entry.seq DESC`,
    orderId, text(payment, 'merchant_key'), text(payment, 'profile_id'),
  )
  return { rows: rows.slice(0, mostFolded), count: rows.length }
}

/** Number of status checks about the entry's own transaction, without closings by hand. */
function checksOf(connection: Connection, seq: number): number {
  const row = connection.first(
    `SELECT coalesce(sum(1 + coalesce(repeats, 0)), 0) AS checks
      FROM event LEFT JOIN observation_repeat ON observation_repeat.event = event.id
      WHERE entry = ? AND kind = 'observation'`,
    seq,
  )
  return integer(row ?? {}, 'checks')
}

/** The number of the entry that created the order of a refund, void or capture; else null. */
function paymentOfAction(connection: Connection, seq: number): number | null {
  const row = connection.first(
    `SELECT order_id, merchant_key, profile_id FROM entry WHERE seq = ? AND creates_order = 0 AND ${touchesMoney}`, seq,
  )
  const payment = row === null ? null : paymentOf(connection, row)
  return payment === null ? null : integer(payment, 'seq')
}

/** Returns the test whether a filter includes an entry. */
function filterTest(connection: Connection, { filter }: ListQuery): (seq: number) => boolean {
  const words = filter.text.trim() === '' ? [] : wantedWords(filter)
  const narrowing = narrowingOf(connection, filter)
  const wanted = narrowing === null ? null : allOf(narrowing.conditions)
  const fitsList = (seq: number): boolean => wanted !== null && null !== connection.first(
    `SELECT 1 FROM list_entry WHERE seq = ? AND ${wanted.sql}`, seq, ...wanted.values,
  )
  return (seq) => words !== null && fitsList(seq)
    && (words.length === 0 || fits(termsOf(viewOf(historyOf(connection, seq))), words))
}
