import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'

/**
 * Shows the progress of following one entry to its final status. Main does the checks and continues when the screen is
 * left. Another entry starts without progress. `known` returns the progress that main last reported with the page.
 */
export function useFollow(entryId: Ref<EntryId | null>, known: () => Follow | null) {
  const emitted = shallowRef<Follow | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const starting = ref(false)
  const follow = computed(() => emitted.value ?? ofThis(known()))

  function ofThis(state: Follow | null): Follow | null {
    return state?.entryId === entryId.value ? state : null
  }

  watch(entryId, () => {
    emitted.value = null
    failure.value = null
  })

  const stopListening = api.on('orders.followed', (state) => {
    if (state.entryId === entryId.value) emitted.value = state
  })
  onScopeDispose(stopListening)

  async function start(): Promise<void> {
    const wanted = entryId.value
    if (wanted === null || starting.value) return
    starting.value = true
    failure.value = null
    const answer = await api.call('orders.follow', { entryId: wanted })
    starting.value = false
    if (entryId.value !== wanted) return
    if (!answer.ok) failure.value = answer.failure
    // A later event may have arrived before this answer.
    else if (emitted.value === null || emitted.value.timesAsked <= answer.value.timesAsked) emitted.value = answer.value
  }

  async function stop(): Promise<void> {
    const wanted = entryId.value
    if (wanted === null) return
    const answer = await api.call('orders.stopFollowing', { entryId: wanted })
    if (!answer.ok && entryId.value === wanted) failure.value = answer.failure
  }

  return { follow, failure, starting, start, stop }
}
