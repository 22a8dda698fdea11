import { defineStore } from 'pinia'
import type { NoteId } from '#shared/brands.ts'
import type { NoteSubject } from './use-notes.ts'

/** Values that were typed into the form of a note and not saved. */
export interface NoteDraft {
  readonly text: string
  readonly tags: readonly string[]
  readonly newTag: string
  readonly followsUp: boolean
  readonly day: string
  readonly personId: string
  /** True if digits were masked and the person has not seen the result yet. */
  readonly masked: boolean
}

/**
 * Drafts of notes until the application ends. SECURITY: in the page's memory only, which a lock clears; `useNoteForm`
 * masks possible card numbers.
 */
export const useNoteDrafts = defineStore('note-drafts', () => {
  const drafts = new Map<string, NoteDraft>()
  return {
    keep: (key: string, draft: NoteDraft): void => { drafts.set(key, draft) },
    get: (key: string): NoteDraft | null => drafts.get(key) ?? null,
    drop: (key: string): void => { drafts.delete(key) },
  }
})

/** The key of a draft: by its subject for a new note, else by the note that is changed. */
export function draftKey(subject: NoteSubject | null, which: 'new' | NoteId): string {
  return which === 'new' ? JSON.stringify(subject) : which
}
