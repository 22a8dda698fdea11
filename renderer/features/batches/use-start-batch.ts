import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Batch } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { accessQuestion } from '../../app/access-gate.ts'
import { api } from '../../app/api.ts'

/** Makes a call that a person may have to confirm with the passphrase and in system message boxes. */
export function useConfirmedCall() {
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const systemAsks = ref(false)
  const waitsFor = computed(() => {
    if (accessQuestion.value !== null) return 'passphrase'
    return systemAsks.value ? 'system' : 'desk'
  })
  onScopeDispose(api.on('payments.outsideQuestion', ({ waiting }) => { systemAsks.value = waiting }))

  /** Returns the batch as main has it now; null if main refused (see `failure`). */
  async function run(call: () => Promise<CallAnswer<'batches.start'>>): Promise<Batch | null> {
    if (busy.value) return null
    busy.value = true
    failure.value = null
    const answer = await call()
    busy.value = false
    systemAsks.value = false
    if (answer.ok) return answer.value
    failure.value = answer.failure
    return null
  }

  return { busy, failure, waitsFor, run }
}
