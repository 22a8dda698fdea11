import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { DiagnosisAnswer } from '#shared/model/diagnosis.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'

/** What is looked at: a text as it was pasted, and what the person says of it; empty where the text says it. */
export interface Asked {
  /** The one in use, or with `isChosen` the one that the person says it belongs to. */
  readonly profileId: ProfileId
  readonly isChosen: boolean
  readonly text: string
  readonly operation: OperationId | ''
  readonly entryPoint: string
}

/** One search for a mistake at a time. Whatever comes of a run that is not the newest is dropped. */
export function useDiagnosis() {
  const found = shallowRef<DiagnosisAnswer | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const running = ref<string | null>(null)
  const tried = ref(0)
  /** How many texts had been tried when the person cancelled; null when nobody did. */
  const cancelledAfter = ref<number | null>(null)

  async function run({ profileId, isChosen, text, operation, entryPoint }: Asked): Promise<void> {
    void stop()
    forget()
    const runId = crypto.randomUUID()
    running.value = runId
    tried.value = 0
    const answer = await api.call('inspector.diagnose', {
      runId, text, profileId, isChosen, operation: operation === '' ? null : operation, entryPoint: entryPoint === '' ? null : entryPoint,
    })
    if (running.value !== runId) return
    running.value = null
    if (answer.ok) found.value = answer.value
    else failure.value = answer.failure
  }

  /** What was found does not hold for another text or profile. */
  function forget(): void {
    found.value = null
    failure.value = null
    cancelledAfter.value = null
  }

  async function cancel(): Promise<void> {
    if (running.value === null) return
    cancelledAfter.value = tried.value
    await stop()
  }

  async function stop(): Promise<void> {
    const runId = running.value
    running.value = null
    if (runId !== null) await api.call('inspector.cancelDiagnosis', { runId })
  }

  const stopListening = api.on('inspector.diagnosing', (event) => {
    if (event.runId === running.value) tried.value = event.tried
  })
  onBeforeUnmount(() => {
    stopListening()
    void stop()
  })

  return { found, failure, running, tried, cancelledAfter, run, forget, cancel, stop }
}
