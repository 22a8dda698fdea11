import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyId } from '#shared/brands.ts'
import type { KeyDescription, KeySize } from '#shared/model/keys/key.ts'
import { api } from '../../app/api.ts'

export interface GeneratedKey {
  readonly key: KeyDescription
  readonly seconds: string
}

const tickMs = 100

/** Generates a key pair and shows the elapsed time. A cancelled run leaves nothing behind. */
export function useGeneration() {
  const running = ref<string | null>(null)
  const seconds = ref('0.0')
  const failure = shallowRef<Failure | null>(null)
  let timer: ReturnType<typeof setInterval> | undefined

  /** Returns the pair, or null if it failed (see `failure`) or was cancelled. */
  async function generate(
    name: string, environment: Environment, bits: KeySize, replaces?: KeyId,
  ): Promise<GeneratedKey | null> {
    const generationId = crypto.randomUUID()
    const begun = performance.now()
    const sinceBegin = () => ((performance.now() - begun) / 1000).toFixed(1)
    running.value = generationId
    failure.value = null
    seconds.value = '0.0'
    timer = setInterval(() => { seconds.value = sinceBegin() }, tickMs)
    const answer = await api.call('keys.generate', {
      generationId, name, environment, bits, ...(replaces !== undefined && { replaces }),
    })
    // A cancelled run that ends late is ignored: main has discarded its result.
    if (running.value !== generationId) return null
    end()
    if (answer.ok) return { key: answer.value, seconds: sinceBegin() }
    failure.value = answer.failure
    return null
  }

  /** Cancels the run and discards its result; does nothing without a run. */
  async function cancel(): Promise<void> {
    const generationId = running.value
    if (generationId === null) return
    end()
    const answer = await api.call('keys.cancelGeneration', { generationId })
    if (!answer.ok) failure.value = answer.failure
  }

  function end(): void {
    running.value = null
    clearInterval(timer)
  }

  onBeforeUnmount(() => { void cancel() })

  return { running, seconds, failure, generate, cancel }
}
