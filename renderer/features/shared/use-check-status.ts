import { ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'

/** Checks once the status of an unknown or unfinished entry, at its profile and endpoint. This moves no money. */
export function useCheckStatus(entryId: Ref<EntryId | null>) {
  const checked = shallowRef<CallOutput<'orders.checkStatus'> | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)

  watch(entryId, () => {
    checked.value = null
    failure.value = null
  })

  async function check(): Promise<void> {
    const wanted = entryId.value
    if (wanted === null || busy.value) return
    busy.value = true
    failure.value = null
    const answer = await api.call('orders.checkStatus', { entryId: wanted })
    busy.value = false
    if (entryId.value !== wanted) return
    if (answer.ok) checked.value = answer.value
    else failure.value = answer.failure
  }

  return { checked, failure, busy, check }
}
