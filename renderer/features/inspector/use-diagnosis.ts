import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'

/** The input: a pasted text, and a person's choices. An empty choice is derived from the text. */
export interface DiagnosisInput {
  /** The active profile or, with `isChosen`, the one that the person chose. */
  readonly profileId: ProfileId
  readonly isChosen: boolean
  readonly text: string
  readonly operation: OperationId | ''
  readonly entryPoint: string
}

/** Runs one search for a mistake at a time. The result of an older run is discarded. */
export function useDiagnosis() {
  const found = shallowRef<DiagnosisAnswer | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const running = ref<string | null>(null)
  const tried = ref(0)
  /** The number of texts that were tried before the person cancelled, or null. */
  const cancelledAfter = ref<number | null>(null)

  async function run({ profileId, isChosen, text, operation, entryPoint }: DiagnosisInput): Promise<void> {
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

  /** Clears the result, which does not apply to a changed text or profile. */
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
