import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'

/**
 * Following one entry to its final status. Main does it and continues when this screen is left; here its progress is
 * shown. Another entry starts with nothing. `known` is the progress as main last reported it.
 */
export function useFollow(entryId: Ref<EntryId | null>, known: () => Follow | null) {
  const heard = shallowRef<Follow | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const starting = ref(false)
  const follow = computed(() => heard.value ?? ofThis(known()))

  function ofThis(state: Follow | null): Follow | null {
    return state?.entryId === entryId.value ? state : null
  }

  watch(entryId, () => {
    heard.value = null
    failure.value = null
  })

  const stopListening = api.on('orders.followed', (state) => {
    if (state.entryId === entryId.value) heard.value = state
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
    // An event may have been faster than this answer.
    else if (heard.value === null || heard.value.timesAsked <= answer.value.timesAsked) heard.value = answer.value
  }

  async function stop(): Promise<void> {
    const wanted = entryId.value
    if (wanted === null) return
    const answer = await api.call('orders.stopFollowing', { entryId: wanted })
    if (!answer.ok && entryId.value === wanted) failure.value = answer.failure
  }

  return { follow, failure, starting, start, stop }
}
