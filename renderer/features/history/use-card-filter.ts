import { shallowRef, watch, type Ref } from 'vue'
import type { CardReference, EntryId } from '#shared/brands.ts'
import { api } from '../../app/api.ts'
import type { FilteredCard } from './list-filter.ts'

const entryIdShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The card that stands in the address, by the id of an entry or by a card reference, as main knows it: with the
 * gateway's hash of it, so that payments by other references of the same card are found. Undefined until it is known.
 */
export function useCardFilter(card: Readonly<Ref<string>>): Readonly<Ref<FilteredCard | null | undefined>> {
  const found = shallowRef<FilteredCard | null | undefined>(undefined)
  watch(card, async (wanted) => {
    if (wanted === '') {
      found.value = null
      return
    }
    found.value = undefined
    const isEntry = entryIdShape.test(wanted)
    const answer = await api.call('history.cardPayments', {
      entryId: isEntry ? wanted as EntryId : null, cardReference: isEntry ? null : wanted as CardReference,
    })
    if (card.value !== wanted) return
    const known = answer.ok ? answer.value : null
    // SECURITY: a card that nobody knows must find nothing, never the payments of all cards.
    found.value = known ?? { cardReference: wanted as CardReference, cardHash: null }
  }, { immediate: true })
  return found
}
