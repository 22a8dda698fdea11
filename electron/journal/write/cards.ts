/** Derives the row of a card on file from the newest entries with its reference. */
import type { SQLInputValue } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import type { CardReported } from '#shared/model/payments/card.ts'
import { jsonTextWithout } from '../../common/files/json-text.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { viewOf, type EntryView } from './entry-view.ts'
import { historyOf } from './events.ts'
import { valueId } from './list-values.ts'
import { folded } from './search-terms.ts'
import { undoneStates } from './state-lists.ts'

/** A card by the numbers of its merchant, environment and reference. */
export interface CardKey {
  readonly merchant: number
  readonly environment: number
  readonly card_reference: number
}

/** The table's row of a card. */
export type CardRow = Readonly<Record<keyof CardKey | 'at' | 'reported' | 'words', SQLInputValue>>

/** The most payments, and the most other entries, that are read for a card, so that busy cards cost no more. */
const mostSearched = 20

export const ofCard = 'card_reference = ? AND merchant = ? AND environment = ?'
/** An index has this order, so nothing is sorted: the row's number is the end of its key. */
const newestFirst = 'ORDER BY at DESC, seq DESC'

/** The key of the card that a row of `list_entry` names; null for none. */
export function cardKeyOf(row: Row | Readonly<Record<string, SQLInputValue>>): CardKey | null {
  const { merchant, environment, card_reference } = row
  return typeof merchant === 'number' && typeof environment === 'number' && typeof card_reference === 'number'
    ? { merchant, environment, card_reference }
    : null
}

/** The values of a key for the placeholders of `ofCard`. */
export function valuesOf({ merchant, environment, card_reference }: CardKey): [number, number, number] {
  return [card_reference, merchant, environment]
}

/**
 * The correct row of a card; null if it is not on file. Only a lookup or registration with an answer, or a payment that
 * may have had an effect, proves that the reference is a card's.
 */
export function cardRow(connection: Connection, key: CardKey, viewAt = viewIn(connection)): CardRow | null {
  const values = valuesOf(key)
  const end = (money: 0 | 1): string => `SELECT max(at) AS at FROM (SELECT at, state FROM list_entry
    WHERE ${ofCard} AND money = ${money} ${newestFirst} LIMIT ${mostSearched})
    JOIN list_value ON id = state WHERE ${money === 0 ? `value = 'answered'` : `value NOT IN ${undoneStates}`}`
  const newest = connection.first(
    `SELECT coalesce(max(at), -1) AS at FROM (${end(0)} UNION ALL ${end(1)})`, ...values, ...values,
  ) ?? {}
  const at = integer(newest, 'at')
  // A damaged row may contain a number without a value.
  const named = connection.first('SELECT value FROM list_value WHERE id = ?', key.card_reference)
  if (at < 0 || named === null) return null
  const reference = text(named, 'value')
  const reported = reportedOf(connection, key, viewAt)
  return { ...key, at, reported: jsonTextWithout(nothingReported, reported), words: wordsOfCard(reference, reported) }
}

/** The view of an entry by its number. */
type ViewAt = (seq: number) => EntryView

function viewIn(connection: Connection): ViewAt {
  return (seq) => viewOf(historyOf(connection, seq))
}

/**
 * Writes the row of a card again, or removes it. Call inside the transaction that changed one of its entries. `changed`
 * is that entry, so that it is not read again.
 */
export function deriveCard(
  connection: Connection, key: CardKey, changed: { readonly seq: number; readonly view: EntryView } | null = null,
): void {
  const read = viewIn(connection)
  const row = cardRow(connection, key, (seq) => (seq === changed?.seq ? changed.view : read(seq)))
  if (row === null) connection.run(`DELETE FROM card WHERE ${ofCard}`, ...valuesOf(key))
  else connection.runNamed(`INSERT INTO card (merchant, environment, card_reference, at, reported, words)
    VALUES (:merchant, :environment, :card_reference, :at, :reported, :words)
    ON CONFLICT DO UPDATE SET at = excluded.at, reported = excluded.reported, words = excluded.words
      WHERE at <> excluded.at OR reported <> excluded.reported OR words <> excluded.words`, row)
}

/** Derives a merchant's cards again after its entries were moved to another merchant. Call inside a transaction. */
export function moveCards(connection: Connection, from: MerchantKey, to: MerchantKey): void {
  const [old, current] = [valueId(connection, 'merchant', from), valueId(connection, 'merchant', to)]
  const moved = connection.all('SELECT merchant, environment, card_reference FROM card WHERE merchant = ?', old)
  for (const key of moved.map(cardKeyOf)) {
    if (key === null) continue
    deriveCard(connection, key)
    if (current !== null) deriveCard(connection, { ...key, merchant: current })
  }
}

const nothingReported = {
  lastFour: null, bin: null, brand: null, holder: null, expiry: null, lookedUpAt: null,
} satisfies CardReported

/** The facts that replies reported about a card, from its row. */
export function reportIn(row: Row): CardReported {
  return { ...nothingReported, ...JSON.parse(text(row, 'reported')) as Partial<CardReported> }
}

/** The reported facts: from the newest lookup, else from the newest payment. A payment reports no expiry. */
function reportedOf(connection: Connection, key: CardKey, viewAt: ViewAt): CardReported {
  const [lookup, payment] = ([0, 1] as const).map((money) => newestReport(connection, key, money, viewAt))
  return {
    lastFour: lookup?.row.lastFour ?? payment?.row.lastFour ?? null,
    bin: lookup?.bin ?? payment?.bin ?? null,
    brand: lookup?.row.cardBrand ?? payment?.row.cardBrand ?? null,
    holder: lookup?.row.cardholder ?? payment?.row.cardholder ?? null,
    expiry: lookup?.expiry ?? null,
    lookedUpAt: lookup?.row.at ?? null,
  }
}

/** The newest entry whose reply reported the card: a payment, or for `money` 0 a lookup. */
function newestReport(connection: Connection, key: CardKey, money: 0 | 1, viewAt: ViewAt): EntryView | null {
  // `money` is no parameter: an index depends on it, so SQLite would prepare the statement again for each value.
  const found = connection.first(
    `SELECT seq FROM (SELECT seq, at, last_four FROM list_entry WHERE ${ofCard} AND money = ${money}
      ${newestFirst} LIMIT ${mostSearched}) WHERE last_four IS NOT NULL ${newestFirst} LIMIT 1`,
    ...valuesOf(key),
  )
  return found === null ? null : viewAt(integer(found, 'seq'))
}

function wordsOfCard(reference: string, { lastFour, holder, brand }: CardReported): string {
  return folded([lastFour ?? '', reference, holder ?? '', brand ?? ''].join('\n'))
}
