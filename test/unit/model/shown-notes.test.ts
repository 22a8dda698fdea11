import { describe, expect, it } from 'vitest'
import type { EntryId, Masked, NoteId, UtcTime } from '#shared/brands.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import { openFollowUp, shownNotes } from '#shared/model/history/shown-notes.ts'

const tomorrow = { day: '2026-11-28', person: null }

function event(change: NoteRecord['change'], minute: number, changes: Partial<NoteRecord> = {}): NoteRecord {
  return {
    entryId: 'entry-1' as EntryId, at: `2026-11-27T09:${String(minute).padStart(2, '0')}:00.000Z` as UtcTime, who: 'mara',
    noteId: 'a'.repeat(32) as NoteId, about: 'payment', change, followUp: null, text: 'called' as Masked, tags: [], ...changes,
  }
}

const one = (...events: readonly NoteRecord[]) => {
  const [note] = shownNotes(events)
  if (note === undefined) throw new Error('there is no note')
  return note
}

describe('the notes of an entry', () => {
  it('are shown newest first', () => {
    const later = event('added', 5, { noteId: 'b'.repeat(32) as NoteId })
    expect(shownNotes([event('added', 1), later]).map(({ at }) => at)).toEqual([later.at, event('added', 1).at])
  })

  it('show a correction with its person, and the earlier text', () => {
    const note = one(event('added', 1), event('corrected', 2, { who: 'pia', text: 'will call' as Masked, tags: ['later' as Masked] }))
    expect(note).toMatchObject({ text: 'will call', tags: ['later'], who: 'mara', corrected: { who: 'pia' } })
    expect(note.earlier).toEqual([{ at: event('added', 1).at, who: 'mara', text: 'called' }])
  })

  it('show a removed note without its text, and nothing after that changes it', () => {
    const note = one(event('added', 1, { tags: ['angry' as Masked] }), event('removed', 2), event('corrected', 3))
    expect(note).toMatchObject({ text: null, tags: [], corrected: null, removed: { who: 'mara' } })
  })

  it('have no text if the content was removed, and keep the rest', () => {
    expect(one(event('added', 1, { text: '' as Masked, followUp: tomorrow })))
      .toMatchObject({ text: null, removed: null, followUp: tomorrow })
  })

  it('ignore a change of a missing note', () => {
    expect(shownNotes([event('corrected', 1), event('finished', 2), event('removed', 3)])).toEqual([])
  })
})

describe('a follow-up', () => {
  const due = event('added', 1, { followUp: tomorrow })

  it('is open until it is done or the note is removed', () => {
    expect(openFollowUp(one(due))).toEqual(tomorrow)
    expect(openFollowUp(one(due, event('finished', 2)))).toBeNull()
    expect(openFollowUp(one(due, event('removed', 2)))).toBeNull()
  })

  it('that is done stays done when the text is corrected, and is open again with another day', () => {
    const done = [due, event('finished', 2)]
    expect(openFollowUp(one(...done, event('corrected', 3, { followUp: tomorrow })))).toBeNull()
    const other = { ...tomorrow, day: '2026-12-01' }
    expect(openFollowUp(one(...done, event('corrected', 3, { followUp: other })))).toEqual(other)
  })
})
