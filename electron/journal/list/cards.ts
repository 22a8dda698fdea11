/** Searches cards on file, and lists the payments by a card. */
import { setImmediate } from 'node:timers/promises'
import type { CardReference, MerchantKey, OrderId } from '#shared/brands.ts'
import type { CardOnFile, CardOwner } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, text } from '../row.ts'
import { ofCard, reportIn, valuesOf, type CardKey } from '../write/cards.ts'
import { knownValueId } from '../write/list-values.ts'
import { rootOf } from '../write/merchants.ts'
import { folded, spellings } from '../write/search-terms.ts'

/** Cards searched in one slice, which takes some milliseconds. */
const cardsPerSlice = 4_000
const mostWords = 6

/** A card that a search found, and when its newest entry was written, in milliseconds. */
export interface FoundCard {
  readonly cardReference: CardReference
  readonly at: number
}

/** Each word of `text` must occur in last four digits, reference, holder or brand; an empty text finds every card. */
export interface CardQuery extends CardOwner {
  readonly text: string
  readonly limit: number
}

/** Cards of a merchant in an environment. */
export type CardsAt = CardOwner & { readonly cardReferences: readonly CardReference[] }

/** The cards that match a text, last used first. Other calls can run between two slices. */
export async function findCards(connection: Connection, query: CardQuery): Promise<FoundCard[]> {
  const owner = ownerOf(connection, query)
  if (owner === null) return []
  const words = folded(query.text).split(/[\s•]+/).filter((word) => word !== '').slice(0, mostWords)
  const spelt = words.map(spellings)
  const fits = spelt.map((ways) => `AND (${ways.map(() => 'instr(words, ?) > 0').join(' OR ')})`).join(' ')
  const ofOwner = 'merchant = ? AND environment = ? AND (at, card_reference) < (?, ?)'
  const newestFirst = 'ORDER BY at DESC, card_reference DESC'
  const found: FoundCard[] = []
  for (let before: readonly number[] = [Infinity, Infinity]; connection.database.isOpen;) {
    const end = connection.first(
      `SELECT at, card_reference FROM card WHERE ${ofOwner} ${newestFirst} LIMIT 1 OFFSET ${cardsPerSlice - 1}`, ...owner, ...before,
    )
    const place = end === null ? [-1, -1] : [integer(end, 'at'), integer(end, 'card_reference')]
    found.push(...connection.all(
      `SELECT at, value FROM card INDEXED BY card_by_use JOIN list_value ON id = card_reference
        WHERE ${ofOwner} AND (at, card_reference) >= (?, ?) ${fits} ${newestFirst} LIMIT ?`,
      ...owner, ...before, ...place, ...spelt.flat(), query.limit - found.length,
    ).map((row) => ({ cardReference: text<CardReference>(row, 'value'), at: integer(row, 'at') })))
    if (end === null || found.length >= query.limit) break
    before = place
    await setImmediate()
  }
  return found
}

/** The facts of these cards, in their order. Cards that are not on file are omitted. */
export function cardsAt(connection: Connection, { cardReferences, ...owner }: CardsAt): CardOnFile[] {
  return cardReferences.flatMap((cardReference) => {
    const key = keyOfCard(connection, owner, cardReference)
    const row = key === null ? null : connection.first(`SELECT reported FROM card WHERE ${ofCard}`, ...valuesOf(key))
    if (key === null || row === null) return []
    const counted = connection.first(
      `SELECT count(*) AS payments FROM list_entry INDEXED BY list_entry_by_card WHERE ${ofCard} AND money = 1`,
      ...valuesOf(key),
    )
    return {
      ...reportIn(row), cardReference, payments: integer(counted ?? {}, 'payments'),
      lastPayment: paymentsOf(connection, key, 1)[0] ?? null,
    }
  })
}

/** The newest payments by a card: charges, holds and payouts with its reference. */
export function paymentsBy(
  connection: Connection,
  { cardReference, limit, ...owner }: CardOwner & { cardReference: CardReference; limit: number },
): HistoryRow[] {
  const key = keyOfCard(connection, owner, cardReference)
  return key === null ? [] : paymentsOf(connection, key, limit)
}

/** The refunds, voids and captures of orders. CROSS JOIN fixes the join order; else SQLite reads every order id. */
export const actionsSql = `SELECT DISTINCT entry.* FROM json_each(?1) AS requested
  CROSS JOIN identifier ON kind = 'order' AND identifier.value = requested.value JOIN entry ON entry.seq = identifier.seq
  WHERE order_id = identifier.value AND creates_order = 0 AND merchant_key = ?2
    AND effect IN ('moves-money', 'holds-money') ORDER BY at DESC, entry.seq DESC`

/** Refunds, voids and captures of these orders of a merchant, newest first. */
export function actionsOn(
  connection: Connection, { merchantKey, orderIds }: { merchantKey: MerchantKey; orderIds: readonly OrderId[] },
): HistoryRow[] {
  return connection.all(
    actionsSql, JSON.stringify(orderIds), rootOf(connection, merchantKey),
  ).map((row) => historyRow(connection, row))
}

function paymentsOf(connection: Connection, key: CardKey, limit: number): HistoryRow[] {
  return connection.all(
    `SELECT entry.* FROM (SELECT seq, at AS listed_at FROM list_entry INDEXED BY list_entry_by_card
        WHERE ${ofCard} AND money = 1 ORDER BY at DESC, seq DESC LIMIT ?) AS newest
      JOIN entry ON entry.seq = newest.seq ORDER BY listed_at DESC, entry.seq DESC`,
    ...valuesOf(key), limit,
  ).map((row) => historyRow(connection, row))
}

/** The key of a card of a merchant in an environment; null if no entry names it. */
export function keyOfCard(connection: Connection, at: CardOwner, cardReference: CardReference): CardKey | null {
  const [merchant, environment] = ownerOf(connection, at) ?? []
  const reference = knownValueId(connection, 'card_reference', cardReference)
  if (merchant === undefined || environment === undefined || reference === null) return null
  return { merchant, environment, card_reference: reference }
}

/** The numbers of merchant and environment; null if no entry has one of them. */
export function ownerOf(
  connection: Connection, { merchantKey, environment }: CardOwner,
): readonly [number, number] | null {
  const merchant = knownValueId(connection, 'merchant', rootOf(connection, merchantKey))
  const where = knownValueId(connection, 'environment', environment)
  return merchant === null || where === null ? null : [merchant, where]
}
