import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'
import { api } from '../api.ts'

/** Every open outcome in the order of main, kept up to date: for the navigation and their own screen. */
export const useOpenOutcomes = defineStore('openOutcomes', () => {
  const entries = shallowRef<readonly OpenOutcome[]>([])
  /** True once the list was read. */
  const known = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let loading = false
  let changedMeanwhile = false

  /** Reads the list. Many changes at once are read together. */
  async function load(): Promise<void> {
    changedMeanwhile = true
    if (loading) return
    loading = true
    while (changedMeanwhile) {
      changedMeanwhile = false
      const answer = await api.call('resolution.list')
      failure.value = answer.ok ? null : answer.failure
      if (answer.ok) entries.value = answer.value
      known.value ||= answer.ok
    }
    loading = false
  }

  /** Reads the list and listens to main from then on; the answer ends the listening. */
  function start(): () => void {
    const stop = api.on('resolution.changed', () => { void load() })
    void load()
    return stop
  }

  return { entries, known, failure, load, start }
})
