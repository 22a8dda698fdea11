import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Batch } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { accessQuestion } from '../../app/access-gate.ts'
import { api } from '../../app/api.ts'

/** Carries out a call that a person may have to confirm with the passphrase and in message boxes of the system. */
export function useConfirmedCall() {
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const askedOutside = ref(false)
  const waitsFor = computed(() => {
    if (accessQuestion.value !== null) return 'passphrase'
    return askedOutside.value ? 'system' : 'desk'
  })
  onScopeDispose(api.on('payments.outsideQuestion', ({ waiting }) => { askedOutside.value = waiting }))

  /** The batch as it is now; null when main refused. */
  async function run(call: () => Promise<CallAnswer<'batches.start'>>): Promise<Batch | null> {
    if (busy.value) return null
    busy.value = true
    failure.value = null
    const answer = await call()
    busy.value = false
    askedOutside.value = false
    if (answer.ok) return answer.value
    failure.value = answer.failure
    return null
  }

  return { busy, failure, waitsFor, run }
}
