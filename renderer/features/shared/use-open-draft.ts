import { onScopeDispose, ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'

/**
 * Opens one draft of a batch at a time and shows its check. If the person has left meanwhile, the draft is discarded,
 * as it must not take them away from another screen.
 */
export function useOpenDraft() {
  const router = useRouter()
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let left = false

  async function open(call: () => Promise<CallAnswer<'batches.openFile'>>): Promise<void> {
    if (busy.value) return
    busy.value = true
    failure.value = null
    const answer = await call()
    busy.value = false
    if (answer.ok && left) await api.call('batches.discard', { draftId: answer.value.draftId })
    else if (answer.ok) await router.push(`/batches/draft/${answer.value.draftId}`)
    else if (answer.failure.code !== 'cancelled') failure.value = answer.failure
  }

  onScopeDispose(() => { left = true })

  return { busy, failure, open }
}
