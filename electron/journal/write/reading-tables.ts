/**
 * Derives an entry's rows in the reading tables, and writes them. The check of derived data (`proof/derived/`) compares
 * with the same rows.
 */
import type { SQLInputValue } from 'node:sqlite'
import { nonceInBaseString } from '#shared/gateway/signing/oauth.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { deriveCard } from './cards.ts'
import { collisionOf, sharesGroup, markCollisionsAround, type Grouped } from './collisions.ts'
import { viewOf, type EntryView, type Identifier } from './entry-view.ts'
import { allEntries, historyOf } from './events.ts'
import { listRow, removeListEntry, writeListRow } from './list-entry.ts'
import { valueId, type ValueIds } from './list-values.ts'
import { rootOf } from './merchants.ts'
import { noteRows, removeNotes, tagRows, writeNotes } from './notes.ts'
import { emptyIndex, indexEntry, removeFromIndex } from './search-index.ts'
import { termsOf } from './search-terms.ts'

/** A row by its columns. */
export type DerivedRow = Readonly<Record<string, SQLInputValue>>

/** The rows of one entry in the tables that are not sorted by entry. */
export type KeyedRows = Readonly<Record<'identifier' | 'nonce' | 'note' | 'entry_tag' | 'batch_entry', readonly DerivedRow[]>>
/** The rows of one entry, by table. */
export type DerivedRows = KeyedRows & Readonly<Record<'entry' | 'list_entry', readonly DerivedRow[]>>

// The columns of `entry` that may change: facts that become known after the intent.
const changingColumns = [
  'state', 'collision', 'order_id', 'serial_number', 'card_reference', 'last_four', 'error_code', 'error_text', 'content_removed_at',
]
const writeNonce = 'INSERT INTO nonce (value, seq) VALUES (:value, :seq) ON CONFLICT DO NOTHING'
const writeIdentifier = `INSERT INTO identifier (kind, value, seq, asked) VALUES (:kind, :value, :seq, :asked)
  ON CONFLICT DO UPDATE SET asked = excluded.asked`
const writeBatchEntry = 'INSERT INTO batch_entry (batch_id, row, seq) VALUES (:batch_id, :row, :seq) ON CONFLICT DO NOTHING'

/**
 * Derives one entry again from its events. Call inside the transaction that appended an event to it. An entry that is
 * about to be sent must fit the unique indexes, or is refused; any other one is marked as a collision instead.
 */
export function deriveEntry(connection: Connection, seq: number, aboutToBeSent = false): EntryView {
  const view = deriveRows(connection, seq, aboutToBeSent)
  indexEntry(connection, seq, termsOf(view))
  return view
}

/**
 * Derives several entries like `deriveEntry`, but faster: it indexes the words last, because the index writes its
 * collected words before each statement that has triggers. `each` does the work for one entry; if that fails, the
 * entry's words are not indexed.
 */
export function deriveEntries(
  connection: Connection, seqs: Iterable<number>, each: <Value>(work: () => Value) => Value | null = (work) => work(),
): void {
  const derived = [...seqs].map((seq) => ({ seq, terms: each(() => termsOf(deriveRows(connection, seq, false))) }))
  for (const { seq, terms } of derived) if (terms !== null) each(() => { indexEntry(connection, seq, terms) })
}

/** Derives an entry's rows in all tables except the index of words. */
function deriveRows(connection: Connection, seq: number, aboutToBeSent: boolean): EntryView {
  const view = viewOf(historyOf(connection, seq))
  for (const row of identifierRows(seq, view)) connection.runNamed(writeIdentifier, row)
  const place = groupedOf(connection, seq, view)
  const collides = !aboutToBeSent && sharesGroup(connection, place)
  writeEntry(connection, entryRow(view, place, collides ? 'open' : null))
  if (collides) markCollisionsAround(connection, place, view.collisionClosed)
  for (const row of nonceRows(seq, view)) connection.runNamed(writeNonce, row)
  writeNotes(connection, seq, view)
  for (const row of batchRows(seq, view)) connection.runNamed(writeBatchEntry, row)
  const row = listRow(seq, view, place.merchantKey, (...value) => valueId(connection, ...value))
  for (const card of writeListRow(connection, row)) deriveCard(connection, card, { seq, view })
  return view
}

/** The rows that `deriveEntry` would write for an entry, by the current state of other entries. */
export function rowsOf(connection: Connection, seq: number, view: EntryView, idOf: ValueIds): DerivedRows {
  const place = groupedOf(connection, seq, view)
  return {
    entry: [entryRow(view, place, collisionOf(connection, place, view.collisionClosed))],
    list_entry: [listRow(seq, view, place.merchantKey, idOf)],
    ...keyedRows(seq, view),
  }
}

/** The rows of an entry that depend only on its own events. */
export function keyedRows(seq: number, view: EntryView): KeyedRows {
  return {
    identifier: identifierRows(seq, view), nonce: nonceRows(seq, view),
    note: noteRows(seq, view), entry_tag: tagRows(seq, view), batch_entry: batchRows(seq, view),
  }
}

function groupedOf(connection: Connection, seq: number, { row }: EntryView): Grouped {
  const { merchantOrderId, orderId } = row
  return { seq, merchantKey: rootOf(connection, row.merchantKey), merchantOrderId, orderId }
}

/** A row for each id; `asked` is 1 only if no reply confirmed the id. */
function identifierRows(seq: number, { identifiers }: EntryView) {
  const rows = new Map<string, Pick<Identifier, 'kind' | 'value'> & { readonly seq: number; readonly asked: 0 | 1 }>()
  for (const { kind, value, asked } of identifiers) {
    const key = `${kind} ${value}`
    if (rows.get(key)?.asked !== 0) rows.set(key, { kind, value, seq, asked: asked ? 1 : 0 })
  }
  return [...rows.values()]
}

/** The nonce of a request signed with OAuth; a control text has none. */
function nonceRows(seq: number, { intent }: EntryView) {
  const value = nonceInBaseString(intent.signedText)
  return value === null ? [] : [{ value, seq }]
}

/** The batch's row that an entry sent. */
function batchRows(seq: number, { intent: { batch } }: EntryView) {
  return batch === undefined ? [] : [{ batch_id: batch.batchId, row: batch.row, seq }]
}

/**
 * Removes an entry from every reading table. Its content must still exist, as it determines the rows. Call inside a
 * transaction, before the content is removed; then derive the entry again.
 */
export function removeEntry(connection: Connection, seq: number): void {
  const view = viewOf(historyOf(connection, seq))
  for (const { kind, value } of identifierRows(seq, view)) {
    connection.run('DELETE FROM identifier WHERE kind = ? AND value = ? AND seq = ?', kind, value, seq)
  }
  for (const { value } of nonceRows(seq, view)) {
    connection.run('DELETE FROM nonce WHERE value = ? AND seq = ?', value, seq)
  }
  for (const row of batchRows(seq, view)) {
    connection.run('DELETE FROM batch_entry WHERE batch_id = ? AND row = ? AND seq = ?', row.batch_id, row.row, seq)
  }
  removeNotes(connection, seq)
  removeFromIndex(connection, seq)
  for (const card of removeListEntry(connection, seq)) deriveCard(connection, card)
  connection.run('DELETE FROM entry WHERE seq = ?', seq)
}

/** The number of entries whose words are in memory at once. */
const derivedTogether = 500

/** Empties the reading tables and derives them from the events alone. Call inside a transaction. */
export function rebuildReadingTables(connection: Connection): void {
  emptyIndex(connection)
  connection.database.exec(`DELETE FROM card; DELETE FROM list_entry; DELETE FROM final_sum; DELETE FROM list_value;
    DELETE FROM identifier; DELETE FROM nonce; DELETE FROM note; DELETE FROM entry_tag; DELETE FROM batch_entry;
    DELETE FROM facet; DELETE FROM entry`)
  const all = allEntries(connection)
  for (let from = 0; from < all.length; from += derivedTogether) {
    deriveEntries(connection, all.slice(from, from + derivedTogether))
  }
}

function entryRow(
  { intent, row, withoutContentSince }: EntryView,
  { seq, merchantKey }: Grouped, collision: HistoryRow['collision'],
) {
  return {
    seq,
    entry_id: row.entryId,
    at: row.at,
    who: row.who,
    profile_id: row.profileId,
    profile_name: row.profileName,
    environment: row.environment,
    operation: row.operation,
    effect: row.effect,
    creates_order: intent.createsOrder ? 1 : 0,
    entry_point: JSON.stringify(row.entryPoint),
    merchant_key: merchantKey,
    collision,
    state: row.state,
    merchant_order_id: row.merchantOrderId,
    order_id: row.orderId,
    serial_number: row.serialNumber,
    card_reference: row.cardReference,
    destination: intent.destination ?? null,
    last_four: row.lastFour,
    minor_amount: row.minorAmount,
    enumerated_minor_amounts: JSON.stringify(row.enumeratedMinorAmounts),
    currency: row.currency,
    error_code: row.errorCode,
    error_text: row.errorText,
    content_removed_at: withoutContentSince,
  }
}

/** The statement, built at the first entry. */
let upsertEntry: string | undefined

function writeEntry(connection: Connection, row: ReturnType<typeof entryRow>): void {
  const columns = Object.keys(row)
  upsertEntry ??= `INSERT INTO entry (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})
    ON CONFLICT (seq) DO UPDATE SET ${changingColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`
  connection.runNamed(upsertEntry, row)
}
