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

/** A row for each tag of an entry's notes. */
export function tagRows(seq: number, { notes }: Pick<EntryView, 'notes'>) {
  return [...new Set(notes.flatMap(({ tags }) => tags))].map((tag) => ({ tag, seq }))
}

/** Replaces an entry's rows of notes and tags. Call inside a transaction. */
export function writeNotes(connection: Connection, seq: number, view: Pick<EntryView, 'notes'>): void {
  // Most entries have no notes. An entry with notes keeps their events, so rows never have to be removed here.
  if (view.notes.length === 0) return
  removeNotes(connection, seq)
  for (const row of noteRows(seq, view)) {
    connection.runNamed('INSERT INTO note (seq, note_id, card, due) VALUES (:seq, :note_id, :card, :due)', row)
  }
  for (const row of tagRows(seq, view)) connection.runNamed('INSERT INTO entry_tag (tag, seq) VALUES (:tag, :seq)', row)
}

/** Removes an entry's rows of notes and tags. Call inside a transaction. */
export function removeNotes(connection: Connection, seq: number): void {
  connection.run('DELETE FROM note WHERE seq = ?', seq)
  connection.run('DELETE FROM entry_tag WHERE seq = ?', seq)
}
