import { shallowRef, watch, type Ref } from 'vue'
import type { CardReference } from '#shared/brands.ts'
import { api } from '../../../app/api.ts'
import { cardOfAddress } from '../../shared/cards/card-address.ts'
import type { FilteredCard } from './list-filter.ts'

/**
 * The card in the address, by the id of an entry or by a card reference, with the gateway's hash of it, so that
 * payments by other references of the same card are found. Undefined until main has returned it.
 */
export function useCardFilter(card: Readonly<Ref<string>>): Readonly<Ref<FilteredCard | null | undefined>> {
  const found = shallowRef<FilteredCard | null | undefined>(undefined)
  watch(card, async (wanted) => {
    if (wanted === '') {
      found.value = null
      return
    }
    found.value = undefined
    const asked = cardOfAddress(wanted)
    const answer = await api.call('history.cardPayments', asked)
    if (card.value !== wanted) return
    const known = answer.ok ? answer.value : null
    // SECURITY: an unknown card must find nothing, never the payments of all cards.
    found.value = known ?? { cardReference: asked.cardReference ?? wanted as CardReference, cardHash: null }
  }, { immediate: true })
  return found
}
