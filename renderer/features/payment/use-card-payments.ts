import { computed, onScopeDispose, shallowRef, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { CardPayments } from '#shared/model/history/history-list.ts'
import { api } from '../../app/api.ts'
import { cardAddress } from '../shared/cards/card-address.ts'

/**
 * The payments of the card of an entry, by its card reference or the gateway's id of the card, with the link to their
 * list. Null if the card is not known or no other payment of it is recorded here.
 */
export function useCardPayments(
  row: MaybeRefOrGetter<Pick<HistoryRow, 'entryId' | 'cardReference'> | null>,
): ComputedRef<{ readonly count: number; readonly to: RouteLocationRaw } | null> {
  const found = shallowRef<CardPayments>(null)
  const entryId = computed(() => toValue(row)?.entryId ?? null)
  let gone = false

  watch(entryId, async (id) => {
    found.value = null
    if (id === null) return
    const answer = await api.call('history.cardPayments', { entryId: id, cardReference: null })
    // A failure here does not concern the payment: its page only omits the link.
    if (!gone && id === entryId.value && answer.ok) found.value = answer.value
  }, { immediate: true })
  onScopeDispose(() => { gone = true })

  return computed(() => (found.value === null || found.value.payments < 2 || entryId.value === null
    ? null
    : { count: found.value.payments, to: { path: '/history', query: { card: cardAddress({ entryId: entryId.value, cardReference: null }) } } }))
}
