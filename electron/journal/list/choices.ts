/** The choices of a filter, and the number of payments by a card. */
import type { CardReference, EntryId } from '#shared/brands.ts'
import { mostChoices, type CardPayments, type HistoryChoices } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text } from '../row.ts'
import type { Dimension } from '../write/list-values.ts'

type Choices = HistoryChoices['who']

/** The choices of a filter. Other desks are named by their ids. */
export type JournalChoices = Omit<HistoryChoices, 'desks'> & { readonly desks: Choices }

/** The values that entries have, most frequent first. */
export function choicesOf(connection: Connection): JournalChoices {
  const of = (dimension: Dimension) => connection.all(
    'SELECT value, entries FROM list_value WHERE dimension = ? AND entries > 0 ORDER BY entries DESC, value LIMIT ?',
    dimension, mostChoices,
  ).map((row) => ({ value: text(row, 'value'), entries: integer(row, 'entries') }))
  return {
    currencies: of('currency'), who: of('who'), errorCodes: of('error_code'), merchants: of('merchant'),
    profiles: of('profile'), desks: of('desk'), tags: tagsOf(connection),
  }
}

/** The tags of notes, most frequent first. */
function tagsOf(connection: Connection): Choices {
  return connection.all(
    'SELECT tag, count(*) AS entries FROM entry_tag GROUP BY tag ORDER BY entries DESC, tag LIMIT ?', mostChoices,
  ).map((row) => ({ value: text(row, 'tag'), entries: integer(row, 'entries') }))
}

/**
 * The card of an entry, or of a card reference, and the number of its entries that touch money. The gateway's hash is
 * the same for every reference of a card; without an own one, the newest known with the reference is used. Null without
 * a reference and a hash.
 */
export function cardPayments(
  connection: Connection, { entryId, cardReference }: { entryId: EntryId | null; cardReference: CardReference | null },
): CardPayments {
  const value = (dimension: Dimension) => `(SELECT value FROM list_value WHERE id = ${dimension}) AS ${dimension}`
  const own = entryId === null ? null : connection.first(
    `SELECT ${value('card_reference')}, ${value('card_hash')} FROM list_entry
      WHERE seq = (SELECT seq FROM entry WHERE entry_id = ?)`, entryId,
  )
  const reference = cardReference ?? (own === null ? null : optionalText<CardReference>(own, 'card_reference'))
  const hash = (own === null ? null : optionalText(own, 'card_hash')) ?? newestHash(connection, reference)
  if (reference === null && hash === null) return null
  const counted = connection.first(
    `SELECT count(*) AS payments FROM list_entry WHERE money = 1 AND seq IN (
      SELECT seq FROM list_entry WHERE card_reference = (SELECT id FROM list_value WHERE dimension = 'card_reference' AND value = ?1)
      UNION SELECT seq FROM list_entry WHERE card_hash = (SELECT id FROM list_value WHERE dimension = 'card_hash' AND value = ?2))`,
    reference, hash,
  )
  return { cardReference: reference, cardHash: hash, payments: integer(counted ?? {}, 'payments') }
}

function newestHash(connection: Connection, reference: CardReference | null): string | null {
  if (reference === null) return null
  const row = connection.first(
    `SELECT (SELECT value FROM list_value WHERE id = card_hash) AS card_hash FROM list_entry
      WHERE card_reference = (SELECT id FROM list_value WHERE dimension = 'card_reference' AND value = ?)
        AND card_hash IS NOT NULL ORDER BY at DESC, seq DESC LIMIT 1`,
    reference,
  )
  return row === null ? null : optionalText(row, 'card_hash')
}
