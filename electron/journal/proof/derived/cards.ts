/** Compares each card on file with the row that is derived from its entries. */
import type { EntryId } from '#shared/brands.ts'
import type { CheckedSlice, Mismatch, PlaceIn } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { text } from '../../row.ts'
import { cardKeyOf, cardRow, deriveCard, ofCard, valuesOf, type CardKey } from '../../write/cards.ts'

const atOnce = 50

const columns = 'card_reference, merchant, environment'
const nextIn = (table: string): string =>
  `SELECT * FROM (SELECT ${columns} FROM ${table}
    WHERE card_reference IS NOT NULL AND (${columns}) > (?1, ?2, ?3) ORDER BY ${columns} LIMIT 1)`
const nextCard = `${nextIn('card')} UNION ${nextIn('list_entry INDEXED BY list_entry_by_card')} ORDER BY ${columns} LIMIT 1`
const hasRow = `SELECT 1 FROM card WHERE ${ofCard} AND at IS ? AND reported IS ? AND words IS ?`

/** Less than every key: numbers of values begin at 1. */
export const firstCard = [0, 0, 0] as const

/** Compares the next cards. Rewrites those that differ, and removes those that no entry names. */
export function checkCards(connection: Connection, { after }: PlaceIn<'cards'>): CheckedSlice {
  const wrong: Mismatch[] = []
  let place = after
  for (let checked = 0; checked < atOnce; checked += 1) {
    const found = connection.first(nextCard, ...place)
    const key = found === null ? null : cardKeyOf(found)
    if (key === null) return { wrong, next: { stage: 'final-sums', after: -1 } }
    place = valuesOf(key)
    if (isRight(connection, key)) continue
    connection.transaction(() => { deriveCard(connection, key) })
    wrong.push({ table: 'card', entryId: newestEntry(connection, key), entries: 1 })
  }
  return { wrong, next: { stage: 'cards', after: place } }
}

function isRight(connection: Connection, key: CardKey): boolean {
  const row = cardRow(connection, key)
  if (row === null) return connection.first(`SELECT 1 FROM card WHERE ${ofCard}`, ...valuesOf(key)) === null
  return connection.first(hasRow, ...valuesOf(key), row.at, row.reported, row.words) !== null
}

function newestEntry(connection: Connection, key: CardKey): EntryId | null {
  const row = connection.first(
    `SELECT entry_id FROM entry WHERE seq = (SELECT max(seq) FROM list_entry WHERE ${ofCard})`, ...valuesOf(key),
  )
  return row === null ? null : text<EntryId>(row, 'entry_id')
}
