import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { api } from '../../app/api.ts'

/** Least time between two readings: in a batch, payments change many times a second. */
const restMs = 1_000

/**
 * The answer to a call about the history, repeated when entries change while the component is mounted. An answer to an
 * earlier call is dropped. A null `call` reads nothing.
 */
export function useLiveAnswer<Value>(
  question: () => string | null, call: () => Promise<Result<Value, Failure>> | null,
) {
  const answer = shallowRef<Value | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  let again = false
  let rest: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    if (busy.value) {
      again = true
      return
    }
    const asked = question()
    const answering = call()
    if (answering === null) return
    busy.value = true
    const found = await answering
    busy.value = false
    if (question() === asked) {
      if (found.ok) answer.value = found.value
      failure.value = found.ok ? null : found.failure
    }
    if (again) {
      again = false
      void load()
    }
  }

  function loadSoon(): void {
    rest ??= setTimeout(() => {
      rest = undefined
      void load()
    }, restMs)
  }

  watch(question, () => { void load() }, { immediate: true })
  const stop = api.on('journal.changed', loadSoon)
  onScopeDispose(() => {
    clearTimeout(rest)
    stop()
  })

  return { answer, failure, busy, load }
}
