import { onScopeDispose, ref, shallowRef } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { Batch, BatchState } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'

/** Paused batches need a person and come first. */
const order: Readonly<Record<BatchState, number>> = { paused: 0, running: 1, stopped: 2, ended: 2 }

/** The batches of a profile, read again when they change. */
export function useBatches(profile: () => ProfileId | null) {
  const batches = shallowRef<readonly Batch[]>([])
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let busy = false
  let again = false

  async function load(): Promise<void> {
    const profileId = profile()
    again = busy
    if (busy || profileId === null) return
    busy = true
    const answer = await api.call('batches.list', { profileId })
    busy = false
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) {
      batches.value = answer.value.toSorted((one, other) => order[one.state] - order[other.state])
      loaded.value = true
    }
    if (again) void load()
  }

  void load()
  onScopeDispose(api.on('batches.changed', () => { void load() }))
  return { batches, loaded, failure, load }
}
