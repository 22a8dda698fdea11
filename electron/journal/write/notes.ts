/** The rows of an entry's notes and tags in the reading tables. */
import { openFollowUp } from '#shared/model/history/shown-notes.ts'
import type { Connection } from '../connection.ts'
import type { EntryView } from './entry-view.ts'

/** A row for each note that no person removed. */
export function noteRows(seq: number, { notes }: Pick<EntryView, 'notes'>) {
  return notes.filter(({ removed }) => removed === null).map((note) => ({
    seq, note_id: note.noteId, card: note.about === 'card' ? 1 : 0, due: openFollowUp(note)?.day ?? null,
  }))
}

/** A row for each tag of its notes. */
export function tagRows(seq: number, { notes }: Pick<EntryView, 'notes'>) {
  return [...new Set(notes.flatMap(({ tags }) => tags))].map((tag) => ({ tag, seq }))
}

/** Writes both in place of earlier ones. Call inside a transaction. */
export function writeNotes(connection: Connection, seq: number, view: Pick<EntryView, 'notes'>): void {
  // Most entries have none, and notes are never taken out of the events.
  if (view.notes.length === 0) return
  removeNotes(connection, seq)
  for (const row of noteRows(seq, view)) {
    connection.runNamed('INSERT INTO note (seq, note_id, card, due) VALUES (:seq, :note_id, :card, :due)', row)
  }
  for (const row of tagRows(seq, view)) connection.runNamed('INSERT INTO entry_tag (tag, seq) VALUES (:tag, :seq)', row)
}

/** Removes both. Call inside a transaction. */
export function removeNotes(connection: Connection, seq: number): void {
  connection.run('DELETE FROM note WHERE seq = ?', seq)
  connection.run('DELETE FROM entry_tag WHERE seq = ?', seq)
}
