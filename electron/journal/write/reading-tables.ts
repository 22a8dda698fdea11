import type { HistoryRow } from '#shared/model/history.ts'
import { hasCompany, markCollisionsAround } from './collisions.ts'
import type { Connection } from '../connection.ts'
import { viewOf, type EntryView } from './entry-view.ts'
import { allEntries, historyOf } from './events.ts'
import { listEntry, removeListEntry, writeListEntry } from './list-entry.ts'
import { rootOf } from './merchants.ts'
import { forgetNonce, noteNonce } from '../read/nonces.ts'
import { emptyIndex, indexEntry, removeFromIndex } from '../search/search-index.ts'
import { termsOf } from '../search/search-terms.ts'

/** What the table `entry` holds of an entry. */
type EntryRow = EntryView['row'] & Pick<HistoryRow, 'collision'>

const columns = [
  'seq', 'entry_id', 'at', 'who', 'profile_id', 'profile_name', 'environment', 'operation', 'effect', 'creates_order',
  'entry_point', 'merchant_key', 'collision', 'state', 'merchant_order_id', 'order_id', 'serial_number', 'card_reference', 'last_four',
  'minor_amount', 'enumerated_minor_amounts', 'currency', 'error_code', 'error_text', 'content_removed_at',
] as const

// Only what is learned after the intent may change.
const learned: readonly (typeof columns)[number][] = [
  'state', 'collision', 'order_id', 'serial_number', 'last_four', 'error_code', 'error_text', 'content_removed_at',
]

const writeRow = `INSERT INTO entry (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (seq) DO UPDATE SET ${learned.map((name) => `${name} = excluded.${name}`).join(', ')}`

/**
 * Derives one entry again from its events. Call inside the transaction that appended an event to it. One that is about
 * to be sent takes its place in the unique indexes or is refused by them; any other stands beside others, marked.
 */
export function deriveEntry(connection: Connection, seq: number, aboutToBeSent = false): EntryView {
  const view = viewOf(historyOf(connection, seq))
  noteIdentifiers(connection, seq, view)
  const row = { ...view.row, merchantKey: rootOf(connection, view.row.merchantKey) }
  const beside = !aboutToBeSent && hasCompany(connection, { seq, ...row })
  writeEntry(connection, seq, view, { ...row, collision: beside ? 'open' : null })
  if (beside) markCollisionsAround(connection, { seq, ...row }, view.collisionClosed)
  noteNonce(connection, seq, view.intent.signedText)
  writeListEntry(connection, seq, listEntry(view, row.merchantKey))
  indexEntry(connection, seq, termsOf(view))
  return view
}

function noteIdentifiers(connection: Connection, seq: number, view: EntryView): void {
  for (const { kind, value, asked } of view.identifiers) {
    connection.run(
      `INSERT INTO identifier (kind, value, seq, asked) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET asked = min(asked, excluded.asked)`,
      kind, value, seq, asked ? 1 : 0,
    )
  }
}

/**
 * Removes an entry from every reading table; its content must still be there, for it says what to remove. Call inside a
 * transaction, before the content goes; then derive the entry again.
 */
export function removeEntry(connection: Connection, seq: number): void {
  const { intent, identifiers } = viewOf(historyOf(connection, seq))
  for (const { kind, value } of identifiers) {
    connection.run('DELETE FROM identifier WHERE kind = ? AND value = ? AND seq = ?', kind, value, seq)
  }
  forgetNonce(connection, seq, intent.signedText)
  removeFromIndex(connection, seq)
  removeListEntry(connection, seq)
  connection.run('DELETE FROM entry WHERE seq = ?', seq)
}

/** Empties the reading tables and derives them from the events alone. Call inside a transaction. */
export function rebuildReadingTables(connection: Connection): void {
  emptyIndex(connection)
  connection.database.exec(`DELETE FROM list_entry; DELETE FROM list_value;
    DELETE FROM identifier; DELETE FROM nonce; DELETE FROM facet; DELETE FROM entry`)
  for (const seq of allEntries(connection)) deriveEntry(connection, seq)
}

function writeEntry(connection: Connection, seq: number, { intent, contentGoneSince }: EntryView, row: EntryRow): void {
  connection.runNamed(writeRow, {
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
    merchant_key: row.merchantKey,
    collision: row.collision,
    state: row.state,
    merchant_order_id: row.merchantOrderId,
    order_id: row.orderId,
    serial_number: row.serialNumber,
    card_reference: row.cardReference,
    last_four: row.lastFour,
    minor_amount: row.minorAmount,
    enumerated_minor_amounts: JSON.stringify(row.enumeratedMinorAmounts),
    currency: row.currency,
    error_code: row.errorCode,
    error_text: row.errorText,
    content_removed_at: contentGoneSince,
  } satisfies Record<(typeof columns)[number], string | number | null>)
}
