/** Finds payments near a charge by the same card, with its amount and currency: one of them may be a duplicate. */
import type { CardReference, EntryId, MinorUnits, UtcTime } from '#shared/brands.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { optionalText } from '../row.ts'
import { knownValueId, type Dimension } from '../write/list-values.ts'
import { ownerOf } from './cards.ts'

/** A card as its merchant knows it: by its reference, and by the hash that all references of the card share. */
interface CardAt extends CardOwner {
  readonly cardReference: CardReference | null
  readonly cardHash: string | null
}

/** Payments by a card at most `withinMs` before or after a time. */
export interface AroundQuery extends CardAt {
  readonly minorAmount: MinorUnits
  readonly currency: string
  readonly at: UtcTime
  readonly withinMs: number
  readonly limit: number
}

/** The number of payments by a card that are searched for its hash. */
const mostSearched = 20

/** The gateway's hash of the card of an entry, else the newest one known with its reference; null without either. */
export function cardHashOf(
  connection: Connection,
  { entryId, cardReference, ...owner }: CardOwner & { entryId: EntryId; cardReference: CardReference | null },
): string | null {
  const hash = '(SELECT value FROM list_value WHERE id = card_hash) AS card_hash'
  const own = connection.first(
    `SELECT ${hash} FROM list_entry WHERE seq = (SELECT seq FROM entry WHERE entry_id = ?)`, entryId,
  )
  const known = own === null ? null : optionalText(own, 'card_hash')
  const at = known === null ? ownerOf(connection, owner) : null
  if (at === null) return known
  const newest = connection.first(
    `SELECT ${hash} FROM (SELECT seq, at, card_hash FROM list_entry INDEXED BY list_entry_by_card
        WHERE card_reference = ? AND merchant = ? AND environment = ? AND money = 1
        ORDER BY at DESC, seq DESC LIMIT ${mostSearched})
      WHERE card_hash IS NOT NULL ORDER BY at DESC, seq DESC LIMIT 1`,
    knownValueId(connection, 'card_reference', cardReference), ...at,
  )
  return newest === null ? null : optionalText(newest, 'card_hash')
}

const sameCharge = `merchant = ?3 AND environment = ?4 AND money = 1 AND at BETWEEN ?5 AND ?6 AND currency = ?7
  AND coalesce(net_minor_amount, reviewed_minor_amount) = ?8`

/** The nearest in time first. Searches by reference and by hash, each with its index. */
export const aroundSql = `SELECT entry.* FROM (
    SELECT seq, at AS listed_at FROM list_entry INDEXED BY list_entry_by_card WHERE card_reference = ?1 AND ${sameCharge}
    UNION SELECT seq, at FROM list_entry INDEXED BY list_entry_by_card_hash WHERE card_hash = ?2 AND ${sameCharge}
  ) AS found JOIN entry ON entry.seq = found.seq ORDER BY abs(listed_at - ?9), entry.seq LIMIT ?10`

/** The payments by a card around a time, the nearest first. */
export function paymentsAround(
  connection: Connection,
  { cardReference, cardHash, minorAmount, currency, at, withinMs, limit, ...owner }: AroundQuery,
): HistoryRow[] {
  const of = ownerOf(connection, owner)
  if (of === null) return []
  const time = Date.parse(at)
  const numberOf = (dimension: Dimension, value: string | null) => knownValueId(connection, dimension, value)
  return connection.all(
    aroundSql, numberOf('card_reference', cardReference), numberOf('card_hash', cardHash), ...of,
    time - withinMs, time + withinMs, numberOf('currency', currency), BigInt(minorAmount), time, limit,
  ).map((row) => historyRow(connection, row))
}
