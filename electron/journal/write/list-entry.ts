/** One entry in the table that lists are narrowed, sorted and added up by: derived from its events like all others. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { Connection } from '../connection.ts'
import { sizeOf } from '../list/amount-size.ts'
import { dimensions, type Dimension } from '../list/dimensions.ts'
import type { EntryView } from './entry-view.ts'
import { moveCount, valueId } from './list-values.ts'

const factNames = [
  'reviewed', 'netMinorAmount', 'cardBrand', 'cardholder', 'bankReference', 'approvalCode', 'finalAt', 'reason', 'comment',
  'releasesHold', 'contentRemovedAt', 'sentBy',
] as const

/** What a line shows beyond the table `entry`. */
export type ListFacts = Pick<HistoryRow, (typeof factNames)[number]>

/** True for the name of one of them. */
export function isFact(name: string): name is keyof ListFacts {
  return factNames.some((known) => known === name)
}

/** What the table holds of an entry, its values by their text. */
export interface ListEntry {
  readonly at: number
  readonly size: number
  readonly money: 0 | 1
  readonly values: Readonly<Record<Dimension, string | null>>
  readonly reviewedMinorAmount: bigint | null
  readonly netMinorAmount: bigint | null
  readonly netUnknown: 0 | 1
  readonly facts: string
}

/** Larger amounts are shown, and no sum can be sure to hold them. */
const largestAddedUp = 10n ** 15n

/** The facts of an entry. */
export function listFacts({ row }: EntryView): ListFacts {
  return Object.fromEntries(factNames.map((name) => [name, row[name]])) as unknown as ListFacts
}

/** What the table should hold of an entry; `merchant` is the one that stands for its own. */
export function listEntry(view: EntryView, merchant: MerchantKey): ListEntry {
  const { row, intent, cardHash, netUnknown } = view
  const currency = row.currency ?? row.reviewed?.currency ?? null
  const minorAmount = row.minorAmount ?? row.reviewed?.minorAmount ?? null
  return {
    at: Date.parse(row.at),
    size: minorAmount === null ? -1 : sizeOf(minorAmount, currency),
    money: intent.effect === 'moves-money' || intent.effect === 'holds-money' ? 1 : 0,
    values: {
      operation: row.operation, state: row.state, profile: row.profileId, merchant, environment: row.environment,
      currency, error_code: row.errorCode, who: row.who, last_four: row.lastFour, card_reference: row.cardReference,
      card_hash: cardHash, desk: row.sentBy ?? null,
    },
    reviewedMinorAmount: addable(row.reviewed?.minorAmount ?? null),
    netMinorAmount: addable(row.netMinorAmount),
    netUnknown: netUnknown ? 1 : 0,
    facts: JSON.stringify(listFacts(view)),
  }
}

const columns = [
  'at', 'size', 'money', ...dimensions, 'reviewed_minor_amount', 'net_minor_amount', 'net_unknown', 'facts',
] as const
const insert = `INSERT INTO list_entry (seq, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`

/**
 * Writes an entry in the place of what was there of it: of a row that is there only the columns that differ, so that
 * the indexes over all others stay as they are. Call inside a transaction.
 */
export function writeListEntry(connection: Connection, seq: number, entry: ListEntry): void {
  const values = [
    entry.at, entry.size, entry.money, ...dimensions.map((name) => valueId(connection, name, entry.values[name])),
    entry.reviewedMinorAmount, entry.netMinorAmount, entry.netUnknown, entry.facts,
  ]
  const was = connection.first('SELECT * FROM list_entry WHERE seq = ?', seq)
  if (was === null) {
    connection.run(insert, seq, ...values)
    return
  }
  const changed = columns.flatMap((name, index) => {
    const [from, to] = [was[name] ?? null, values[index] ?? null]
    return isSame(from, to) ? [] : [{ name, from, to }]
  })
  if (changed.length === 0) return
  const assigned = changed.map(({ name }) => `${name} = ?`).join(', ')
  connection.run(`UPDATE list_entry SET ${assigned} WHERE seq = ?`, ...changed.map(({ to }) => to), seq)
  const counted = changed.filter(({ name }) => dimensions.some((dimension) => dimension === name))
  for (const { from, to } of counted) moveCount(connection, from, to)
}

/** Amounts are written as `bigint` and read as numbers. */
function isSame(from: SQLOutputValue, to: SQLInputValue): boolean {
  return typeof from === 'number' && typeof to === 'bigint' ? BigInt(from) === to : from === to
}

/** What an entry is listed by comes from its content there; elsewhere from its facts. */
const contentDimensions = ['last_four', 'card_hash'] as const satisfies readonly Dimension[]

/** Removes what is there of an entry, and values of its content that no other one has. Call inside a transaction. */
export function removeListEntry(connection: Connection, seq: number): void {
  const was = connection.first('SELECT * FROM list_entry WHERE seq = ?', seq)
  connection.run('DELETE FROM list_entry WHERE seq = ?', seq)
  for (const dimension of contentDimensions) {
    connection.run(
      `DELETE FROM list_value WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM list_entry WHERE ${dimension} = ?1)`,
      was?.[dimension] ?? null,
    )
  }
}

function addable(amount: string | null): bigint | null {
  const value = amount === null ? null : BigInt(amount)
  return value === null || value > largestAddedUp || value < -largestAddedUp ? null : value
}
