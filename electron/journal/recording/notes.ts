/** Records notes as separate events, which change nothing else of an entry. */
import type { NoteRecord, ShownNote } from '#shared/model/history/note.ts'
import { openFollowUp, shownNotes } from '#shared/model/history/shown-notes.ts'
import type { Connection } from '../connection.ts'
import { seqOrNull } from '../read/find.ts'
import { appendRecord, historyOf } from '../write/events.ts'
import { deriveEntry } from '../write/reading-tables.ts'

/**
 * Commits that a person added or changed a note. Changes nothing if the entry or note is missing, the note was removed,
 * or it has no open follow-up to finish.
 */
export function recordNote(connection: Connection, note: NoteRecord): { readonly recorded: boolean } {
  return connection.transaction(() => {
    const seq = seqOrNull(connection, note.entryId)
    if (seq === null) return { recorded: false }
    const before = shownNotes(historyOf(connection, seq).notes).find(({ noteId }) => noteId === note.noteId) ?? null
    if (!isPossible(note, before)) return { recorded: false }
    appendRecord(connection, seq, 'note', withNamedFollowUp(note))
    deriveEntry(connection, seq)
    return { recorded: true }
  })
}

/** Copies only the named properties of a follow-up. */
function withNamedFollowUp({ followUp, ...note }: NoteRecord): NoteRecord {
  const person = followUp?.person == null ? null : { id: followUp.person.id, name: followUp.person.name }
  return { ...note, followUp: followUp === null ? null : { day: followUp.day, person } }
}

function isPossible({ change, about }: NoteRecord, before: ShownNote | null): boolean {
  if (change === 'added') return before === null
  if (before === null || before.removed !== null || before.about !== about) return false
  return change !== 'finished' || openFollowUp(before) !== null
}
