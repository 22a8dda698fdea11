/** Derives the notes of an entry from the events that added and changed them. */
import type { FollowUp, NoteRecord, ShownNote } from './note.ts'

/** An event of a note; `desk` is the name of another desk that recorded it. */
export type RecordedNote = NoteRecord & { readonly desk?: string }

/** The present notes, newest first. Changes of missing or removed notes are ignored. */
export function shownNotes(events: readonly RecordedNote[]): ShownNote[] {
  const notes = new Map<ShownNote['noteId'], ShownNote>()
  for (const event of events) {
    const before = notes.get(event.noteId) ?? null
    const after = before === null ? added(event) : changed(before, event)
    if (after !== null) notes.set(event.noteId, after)
  }
  return [...notes.values()].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The follow-up that is still to be done; null if there is none. */
export function openFollowUp({ followUp, finished, removed }: ShownNote): FollowUp | null {
  return finished === null && removed === null ? followUp : null
}

function added(event: RecordedNote): ShownNote | null {
  const { change, entryId, noteId, about, at, who, desk, tags, followUp } = event
  if (change !== 'added') return null
  return {
    entryId, noteId, about, at, who, ...(desk !== undefined && { desk }), text: textOf(event), tags, followUp,
    finished: null, corrected: null, removed: null, earlier: [],
  }
}

function changed(note: ShownNote, event: RecordedNote): ShownNote | null {
  const { change, at, who, followUp, tags } = event
  if (note.removed !== null) return null
  switch (change) {
    case 'added': return null
    case 'removed': return { ...note, text: null, tags: [], earlier: [], removed: { at, who } }
    case 'finished': return note.followUp === null || note.finished !== null ? null : { ...note, finished: { at, who } }
    case 'corrected': {
      const last = note.corrected ?? note
      const earlier = note.text === null ? [] : [{ at: last.at, who: last.who, text: note.text }]
      return {
        ...note, text: textOf(event), tags, followUp, corrected: { at, who }, earlier: [...earlier, ...note.earlier],
        finished: isSameFollowUp(note.followUp, followUp) ? note.finished : null,
      }
    }
  }
}

/** Every note has a text: an empty one was removed with the content of its entry. */
function textOf({ text }: RecordedNote): ShownNote['text'] {
  return text === '' ? null : text
}

function isSameFollowUp(one: FollowUp | null, other: FollowUp | null): boolean {
  return one?.day === other?.day && one?.person?.id === other?.person?.id
}
