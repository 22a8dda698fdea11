import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { api } from '../api.ts'
import { coalesced } from '../coalesced.ts'

/**
 * Above `longList` entries, changes are read with a delay: each reading transfers the whole list, and each check of an
 * entry changes it. The delay in milliseconds grows with the list, and is longer while only the number is shown.
 */
const longList = 50
const delayWhileListed = { perEntry: 5, atMost: 3_000 }
const delayWhileCounted = { perEntry: 50, atMost: 30_000 }

/** Every open outcome, in main's order, kept up to date: for the navigation and the screen "Open outcomes". */
export const useOpenOutcomes = defineStore('openOutcomes', () => {
  const entries = shallowRef<readonly OpenOutcome[]>([])
  /** True once the list was read. */
  const known = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let waiting: ReturnType<typeof setTimeout> | undefined
  let readers = 0

  async function read(): Promise<void> {
    const answer = await api.call('resolution.list')
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) entries.value = answer.value
    known.value ||= answer.ok
  }

  const load = coalesced(read)

  /** Reads the list after a change; several changes of a long list are read together. */
  function change(): void {
    const { perEntry, atMost } = readers > 0 ? delayWhileListed : delayWhileCounted
    if (entries.value.length <= longList) void load()
    else waiting ??= setTimeout(() => {
      waiting = undefined
      void load()
    }, Math.min(entries.value.length * perEntry, atMost))
  }

  function forgetChanges(): void {
    clearTimeout(waiting)
    waiting = undefined
  }

  /** Reads the list and listens to main; returns the function that stops listening. */
  function start(): () => void {
    const stop = api.on('resolution.changed', change)
    void load()
    return () => {
      stop()
      forgetChanges()
    }
  }

  /** Registers a screen that shows the entries, not only their number; returns the function that unregisters it. */
  function show(): () => void {
    readers += 1
    forgetChanges()
    void load()
    return () => { readers -= 1 }
  }

  return { entries, known, failure, load, start, show }
})
