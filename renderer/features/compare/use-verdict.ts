import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { verdictOf, type Verdict } from '#shared/model/payments/charged-twice.ts'
import { areComparable } from '#shared/model/payments/equal-charges.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { api } from '../../app/api.ts'
import type { Compared } from './use-compared.ts'

/**
 * The verdict on whether a card was charged twice, from one or two payments, and a status check of all of them, which
 * moves no money.
 */
export function useVerdict(first: Compared, second: Compared | null) {
  const all = second === null ? [first] as const : [first, second] as const
  const busy = ref(false)
  /** The charges proven to be of the same card; null until they are read. */
  const sameCard = shallowRef<readonly HistoryRow[] | null>(null)
  let disposed = false

  /** Null unless both are charges of one merchant and amount within 48 hours. */
  const verdict = computed<Verdict | null>(() => {
    if (second === null) return verdictOf([first.candidate.value])
    const [one, other] = [first.judged.createdBy.value, second.judged.createdBy.value]
    if (one === null || other === null || !areComparable(one, other)) return null
    return verdictOf([first.candidate.value, second.candidate.value])
  })
  /** True if neither reference nor hash proves that both are of one card. */
  const cardNotProven = computed(() => verdict.value !== null && second !== null && sameCard.value !== null
    && !sameCard.value.some(({ entryId }) => entryId === second.judged.createdBy.value?.entryId))

  watch(() => first.judged.createdBy.value?.entryId ?? null, async (entryId) => {
    if (second === null || entryId === null) return
    const answer = await api.call('history.chargesAround', { entryId })
    // If the call fails, the same card is not proven.
    if (!disposed) sameCard.value = answer.ok && answer.value.cardKnown ? answer.value.charges : []
  }, { immediate: true })
  onScopeDispose(() => { disposed = true })

  /** The payments that this desk has a profile for, and can check. */
  const checkable = computed(() => all.filter(({ view }) => view.value !== null))
  async function check(): Promise<void> {
    busy.value = true
    await Promise.all(checkable.value.map(({ payment }) => payment.check()))
    busy.value = false
  }

  return { all, verdict, cardNotProven, busy, check, canCheck: computed(() => checkable.value.length > 0) }
}
