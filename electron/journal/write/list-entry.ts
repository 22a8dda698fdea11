/** Derives an entry's row in `list_entry`, the table for filtering, sorting and adding up, from its events. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { removedBrand } from '#shared/model/history/history-list.ts'
import { movedOfTried } from '#shared/model/history/moved-amount.ts'
import { jsonTextWithout } from '../../common/files/json-text.ts'
import type { Connection } from '../connection.ts'
import { sizeOf } from './amount-size.ts'
import { cardKeyOf, type CardKey } from './cards.ts'
import type { EntryView } from './entry-view.ts'
import { dimensions, moveCount, type Dimension, type ValueIds } from './list-values.ts'
import { sentReading } from './sent-reading.ts'

const factNames = [
  'reviewed', 'netMinorAmount', 'cardBrand', 'cardholder', 'bankReference', 'approvalCode', 'finalAt', 'reason', 'comment',
  'releasesHold', 'reportedOtherwise', 'contentRemovedAt', 'sentBy', 'notes',
] as const

/** The facts of an entry that the table `entry` does not have. */
export type ListFacts = Pick<HistoryRow, (typeof factNames)[number]>

const columns = [
  'seq', 'at', 'became_final', 'size', 'money', ...dimensions, 'reviewed_minor_amount', 'net_minor_amount', 'net_unknown', 'facts',
  'reported_otherwise',
] as const
/** The table's row of an entry. */
export type ListRow = Readonly<Record<(typeof columns)[number], SQLInputValue>>

const insert = `INSERT INTO list_entry (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`

/** Larger amounts are displayed but not added up, as their sum may not be exact. */
const largestAddedUp = 10n ** 15n

/** Default values, which the text of an entry's facts omits. */
const defaultFacts = {
  reviewed: null, netMinorAmount: null, cardBrand: null, cardholder: null, bankReference: null, approvalCode: null,
  finalAt: null, reason: null, comment: null,
} satisfies Partial<ListFacts>

/** Encodes the facts of an entry as text. */
function textOfFacts({ row }: EntryView): string {
  return jsonTextWithout(defaultFacts, Object.fromEntries(factNames.map((name) => [name, row[name]])))
}

/** Decodes a text of facts. */
export function factsIn(kept: string): ListFacts {
  return { ...defaultFacts, ...JSON.parse(kept) as Partial<ListFacts> }
}

/** The facts of an entry. */
export function listFacts(view: EntryView): ListFacts {
  return factsIn(textOfFacts(view))
}

/** The correct row of an entry. `merchant` is its merchant's representative; `idOf` returns the number of a value. */
export function listRow(seq: number, view: EntryView, merchant: MerchantKey, idOf: ValueIds): ListRow {
  const { row, intent, cardHash, netUnknown, becameFinal, areReportsRemoved } = view
  const isMoney = intent.effect === 'moves-money' || intent.effect === 'holds-money'
  const currency = row.currency ?? row.reviewed?.currency ?? null
  const minorAmount = movedOfTried(row) ?? row.minorAmount ?? row.reviewed?.minorAmount ?? null
  const values: Record<Dimension, string | null> = {
    operation: row.operation, state: row.state, profile: row.profileId, merchant, environment: row.environment,
    currency, error_code: row.errorCode, who: row.who, last_four: row.lastFour, card_reference: row.cardReference,
    card_hash: cardHash, desk: row.sentBy ?? null,
    card_brand: row.cardBrand ?? (areReportsRemoved ? removedBrand : null),
  }
  const ids = Object.fromEntries(dimensions.map((name) => [name, idOf(name, values[name])]))
  return {
    seq,
    at: Date.parse(row.at),
    became_final: isMoney && becameFinal !== null ? Date.parse(becameFinal) : null,
    size: minorAmount === null ? -1 : sizeOf(minorAmount, currency, sentReading(intent)),
    money: isMoney ? 1 : 0,
    ...ids as Record<Dimension, number | null>,
    reviewed_minor_amount: addable(row.reviewed?.minorAmount ?? null),
    net_minor_amount: addable(row.netMinorAmount),
    net_unknown: netUnknown ? 1 : 0,
    facts: textOfFacts(view),
    reported_otherwise: row.reportedOtherwise === undefined ? 0 : 1,
  }
}

/**
 * Writes the row of an entry. Of an existing row it writes only the columns that differ, so that other indexes do not
 * change. Returns the cards to derive again, also if the row is unchanged. Call inside a transaction.
 */
export function writeListRow(connection: Connection, row: ListRow): readonly CardKey[] {
  const was = connection.first('SELECT * FROM list_entry WHERE seq = ?', row.seq)
  if (was === null) {
    connection.runNamed(insert, row)
    return cardsIn(row)
  }
  const changed = columns.flatMap((name) => {
    const [from, to] = [was[name] ?? null, row[name]]
    return isSame(from, to) ? [] : [{ name, from, to }]
  })
  if (changed.length === 0) return cardsIn(row)
  const assigned = changed.map(({ name }) => `${name} = ?`).join(', ')
  connection.run(`UPDATE list_entry SET ${assigned} WHERE seq = ?`, ...changed.map(({ to }) => to), row.seq)
  const counted = changed.filter(({ name }) => dimensions.some((dimension) => dimension === name))
  for (const { from, to } of counted) moveCount(connection, from, to)
  return cardsIn(was, row)
}

function cardsIn(...rows: Parameters<typeof cardKeyOf>[0][]): CardKey[] {
  return rows.map(cardKeyOf).filter((key) => key !== null)
}

/** Compares values; amounts are written as `bigint` and read as numbers. */
function isSame(from: SQLOutputValue, to: SQLInputValue): boolean {
  return typeof from === 'number' && typeof to === 'bigint' ? BigInt(from) === to : from === to
}

/** The dimensions whose values may come from the entry's content; all others come from its facts. */
const contentDimensions = ['last_four', 'card_reference', 'card_hash', 'card_brand'] as const satisfies readonly Dimension[]

/**
 * Removes the row of an entry, and values of its content that no other entry has; returns its card. Call inside a
 * transaction.
 */
export function removeListEntry(connection: Connection, seq: number): readonly CardKey[] {
  const was = connection.first('SELECT merchant, environment, card_reference FROM list_entry WHERE seq = ?', seq)
  for (const dimension of contentDimensions) {
    connection.run(
      `DELETE FROM list_value WHERE id = (SELECT ${dimension} FROM list_entry WHERE seq = ?1) AND dimension = '${dimension}'
        AND NOT EXISTS (SELECT 1 FROM list_entry WHERE ${dimension} = list_value.id AND seq <> ?1)`, seq,
    )
  }
  connection.run('DELETE FROM list_entry WHERE seq = ?', seq)
  return was === null ? [] : cardsIn(was)
}

function addable(amount: string | null): bigint | null {
  const value = amount === null ? null : BigInt(amount)
  return value === null || value > largestAddedUp || value < -largestAddedUp ? null : value
}
