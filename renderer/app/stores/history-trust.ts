import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryTrust } from '#shared/model/history/history-trust.ts'
import { api } from '../api.ts'

/** Whether the history is behind: shown on every screen, decided under "Data and audit". */
export const useHistoryTrust = defineStore('history-trust', () => {
  /** Null until main has replied, and while it cannot. */
  const trust = shallowRef<HistoryTrust | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    const answer = await api.call('historyTrust.describe')
    trust.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.failure
  }

  /** Reads the state and listens to main; returns the function that stops listening. */
  function start(): () => void {
    const stop = api.on('historyTrust.changed', () => { void load() })
    void load()
    return stop
  }

  return { trust, failure, load, start }
})
