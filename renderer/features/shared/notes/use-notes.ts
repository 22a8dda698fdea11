import { ref, shallowRef } from 'vue'
import type { CardReference, EntryId, PersonId, ProfileId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { api } from '../../../app/api.ts'

/** The subject of a note. */
export type NoteSubject =
  | { readonly about: 'payment'; readonly entryId: EntryId }
  | { readonly about: 'card'; readonly profileId: ProfileId; readonly cardReference: CardReference }

/** The values of a note's form. */
export interface TypedNote {
  readonly text: string
  readonly tags: readonly string[]
  readonly followUp: { readonly day: string; readonly personId: PersonId | null } | null
}

/** Writes notes, one at a time. Each function returns whether it succeeded; the history emits the change. */
export function useNotes() {
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)

  async function write(call: () => Promise<CallAnswer<'notes.correct'>>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = null
    const answer = await call()
    busy.value = false
    failure.value = answer.ok ? null : answer.failure
    return answer.ok
  }

  const nameOf = ({ entryId, noteId }: ShownNote) => ({ entryId, noteId })

  return {
    busy, failure,
    add: (subject: NoteSubject, typed: TypedNote) => write(() => {
      if (subject.about === 'payment') return api.call('notes.addToPayment', { entryId: subject.entryId, ...typed })
      const { profileId, cardReference } = subject
      return api.call('notes.addToCard', { profileId, cardReference, ...typed })
    }),
    correct: (note: ShownNote, typed: TypedNote) => write(() => api.call('notes.correct', { ...nameOf(note), ...typed })),
    remove: (note: ShownNote) => write(() => api.call('notes.remove', nameOf(note))),
    finish: (note: ShownNote) => write(() => api.call('notes.finish', nameOf(note))),
  }
}
