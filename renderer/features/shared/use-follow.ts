import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Follow } from '#shared/model/answer.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'

/**
 * Following one entry to its final status. Main does it and goes on when this screen is left; here its progress is
 * shown. Another entry starts with nothing. `known` is what was heard of the entry before this screen.
 */
export function useFollow(entryId: Ref<EntryId | null>, known: Follow | null = null) {
  const follow = shallowRef<Follow | null>(known)
  const failure = shallowRef<Failure | null>(null)
  const starting = ref(false)

  watch(entryId, () => {
    follow.value = null
    failure.value = null
  })

  const stopListening = api.on('orders.followed', (state) => {
    if (state.entryId === entryId.value) follow.value = state
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
    else if (follow.value === null || follow.value.timesAsked <= answer.value.timesAsked) follow.value = answer.value
  }

  async function stop(): Promise<void> {
    const wanted = entryId.value
    if (wanted === null) return
    const answer = await api.call('orders.stopFollowing', { entryId: wanted })
    if (!answer.ok && entryId.value === wanted) failure.value = answer.failure
  }

  return { follow, failure, starting, start, stop }
}
