/** Copies the records of other desks, in the order in which the team received them. */
import type { EntryId } from '#shared/brands.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import { digestOfContent, teamLink } from '../../common/signatures/team-link.ts'
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
import { withReading } from '../recording/with-reading.ts'
import { appendIntent, appendRecord, isRecorded, newestEvent, type LaterRecords } from '../write/events.ts'
import { deriveEntries, deriveEntry, removeEntry } from '../write/reading-tables.ts'
import { inTransaction, type Each, type OnSkipped } from './skip-failures.ts'
import { copiedDesk, listedAs, setContradicted, setCopied, type CopiedDesk } from './desks.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { recordRemoval } from './removal.ts'

/**
 * Copies events and stores the new position, in one transaction. `own`: entries that this desk's history has. An event
 * that does not continue the log of its desk stops the copying of that log; copied events stay. An event that cannot be
 * read is skipped, and an entry that cannot be derived is not shown.
 */
export function copyEvents(
  connection: Connection, events: readonly DeliveredEvent[], own: ReadonlySet<EntryId>, onSkipped: OnSkipped,
): void {
  inTransaction(connection, onSkipped, (each) => {
    const touched = new Set<number>()
    for (const event of events) {
      const desk = copiedDesk(connection, event.deskId)
      if (desk === null || desk.isContradicted || event.number <= desk.number) continue
      if (!follows(event, desk)) {
        setContradicted(connection, desk.id)
        continue
      }
      const seq = each(() => copyEvent(connection, desk, event, own, each))
      if (seq !== null) touched.add(seq)
      setCopied(connection, desk.id, event)
    }
    deriveEntries(connection, [...touched].filter((seq) => isShown(connection, seq)), each)
  })
}

/**
 * Hides entries that this desk's history has, and shows again those that it no longer has. `own`: the ones of `checked`
 * that it has.
 */
export function updateOwnEntries(
  connection: Connection, checked: readonly EntryId[], own: ReadonlySet<EntryId>, onSkipped: OnSkipped,
): void {
  inTransaction(connection, onSkipped, (each) => {
    for (const entryId of checked) {
      const row = connection.first('SELECT seq, own FROM copied_entry WHERE entry_id = ?', entryId)
      const isOwn = own.has(entryId)
      if (row === null || (row.own === 1) === isOwn) continue
      const seq = integer(row, 'seq')
      connection.run('UPDATE copied_entry SET own = ? WHERE entry_id = ?', isOwn ? 1 : 0, entryId)
      each(() => isOwn ? removeEntry(connection, seq) : deriveEntry(connection, seq))
    }
  })
}

/** Entries that are hidden here because this desk's history has them: after an id, at most `limit`. */
export function ownEntries(connection: Connection, { after, limit }: { after: string; limit: number }): EntryId[] {
  return connection.all(
    'SELECT entry_id FROM copied_entry WHERE own = 1 AND entry_id > ? ORDER BY entry_id LIMIT ?', after, limit,
  ).map((row) => text<EntryId>(row, 'entry_id'))
}

function follows(event: DeliveredEvent, { number, link }: CopiedDesk): boolean {
  if (event.number !== number + 1 || teamLink(event, link) !== event.link) return false
  return event.content === null || digestOfContent(event.content) === event.contentDigest
}

/** Appends an event to its entry and returns the entry's number; null for an event that adds nothing to an entry. */
function copyEvent(
  connection: Connection, desk: CopiedDesk, event: DeliveredEvent, own: ReadonlySet<EntryId>, each: Each,
): number | null {
  recordRemoval(connection, desk, event, each)
  const { entryId } = event
  if (entryId === null) return null
  const found = connection.first('SELECT seq FROM copied_entry WHERE entry_id = ?', entryId)
  const seq = found === null
    ? beginEntry(connection, desk, event, entryId, own)
    : appendLater(connection, integer(found, 'seq'), event)
  if (seq !== null) connection.run('INSERT INTO origin VALUES (?, ?, ?)', newestEvent(connection), desk.id, event.number)
  return seq
}

function beginEntry(
  connection: Connection, desk: CopiedDesk, event: DeliveredEvent, entryId: EntryId, own: ReadonlySet<EntryId>,
): number | null {
  if (event.kind !== 'intent' && event.kind !== 'claim') return null
  const record = foreignRecord('intent', event)
  if (record === null) return null
  const intent = withReading(connection, { ...record, adoptedFrom: listedAs(connection, desk) })
  const seq = appendIntent(connection, intent)
  connection.run('INSERT INTO copied_entry VALUES (?, ?, ?)', entryId, seq, own.has(entryId) ? 1 : 0)
  return seq
}

/**
 * Appends a later event; null if it adds nothing. A desk that joined again under another id delivers its records again,
 * and each must be shown once.
 */
function appendLater(connection: Connection, seq: number, event: DeliveredEvent): number | null {
  const append = <Kind extends keyof LaterRecords>(kind: Kind, record: LaterRecords[Kind] | null): number | null => {
    if (record === null || isRecorded(connection, seq, kind, record)) return null
    appendRecord(connection, seq, kind, record)
    return seq
  }
  switch (event.kind) {
    case 'outcome': return hasOutcome(connection, seq) ? null : append('outcome', foreignRecord('outcome', event))
    case 'observation': return append('observation', foreignRecord('observation', event))
    case 'closing': return append('closing', foreignRecord('closing', event))
    case 'note': return append('note', foreignRecord('note', event))
    default: return null
  }
}

function hasOutcome(connection: Connection, seq: number): boolean {
  return connection.first(`SELECT 1 FROM event WHERE entry = ? AND kind = 'outcome'`, seq) !== null
}

function isShown(connection: Connection, seq: number): boolean {
  return connection.first('SELECT 1 FROM copied_entry WHERE seq = ? AND own = 0', seq) !== null
}
