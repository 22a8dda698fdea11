import { computed, type Ref } from 'vue'
import { noteIdsOf } from '#shared/model/history/note-ids.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import type { NoteSubject } from '../shared/notes/use-notes.ts'

/**
 * The notes about all requests of a payment, of all desks, newest first. A new note belongs to the request that created
 * the order, else to the newest one that this desk sent.
 */
export function usePaymentNotes(page: Readonly<Ref<OrderPage>>, creating: Readonly<Ref<EntryDetail | null>>) {
  const notes = computed(() => [...page.value.entries, ...page.value.others ?? []]
    .flatMap((entry) => entry.notes.filter(({ about }) => about === 'payment'))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)))
  const subject = computed((): NoteSubject | null => {
    const sent = page.value.entries.filter(({ row }) => row.sentBy === undefined)
    const entryId = (sent.find(({ row }) => row.entryId === creating.value?.row.entryId) ?? sent.at(-1))?.row.entryId
    return entryId === undefined ? null : { about: 'payment', entryId }
  })
  const ids = computed(() => noteIdsOf(page.value.entries.map(({ row }) => row)))
  return { notes, subject, ids }
}
