import { defineStore } from 'pinia'
import type { NoteId } from '#shared/brands.ts'
import type { NoteSubject } from './use-notes.ts'

/** What was typed into the form of a note and not saved. */
export interface NoteDraft {
  readonly text: string
  readonly tags: readonly string[]
  readonly newTag: string
  readonly followsUp: boolean
  readonly day: string
  readonly personId: string
  /** Digits were masked that the person has not seen masked yet. */
  readonly masked: boolean
}

/**
 * Drafts of notes, for this run. SECURITY: in the page's memory only, which ends at a lock; `useNoteForm` masks what
 * may be a card number.
 */
export const useNoteDrafts = defineStore('note-drafts', () => {
  const drafts = new Map<string, NoteDraft>()
  return {
    keep: (key: string, draft: NoteDraft): void => { drafts.set(key, draft) },
    get: (key: string): NoteDraft | null => drafts.get(key) ?? null,
    drop: (key: string): void => { drafts.delete(key) },
  }
})

/** The key of a draft: of a new note by what it is about, else by the note that is corrected. */
export function draftKey(subject: NoteSubject | null, which: 'new' | NoteId): string {
  return which === 'new' ? JSON.stringify(subject) : which
}
