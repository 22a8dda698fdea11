import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'
import { api } from '../api.ts'

/**
 * Each reading brings the whole list, and each question about an entry changes it: of a list with more entries than
 * this, changes are read the later the longer it is, and later still while only its number is shown. Milliseconds.
 */
const longList = 50
const restWhileRead = { anEntry: 5, atMost: 3_000 }
const restWhileCounted = { anEntry: 50, atMost: 30_000 }

/** Every open outcome in the order of main, kept up to date: for the navigation and their own screen. */
export const useOpenOutcomes = defineStore('openOutcomes', () => {
  const entries = shallowRef<readonly OpenOutcome[]>([])
  /** True once the list was read. */
  const known = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let underWay: Promise<void> | null = null
  let next: Promise<void> | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  let readers = 0

  async function read(): Promise<void> {
    const answer = await api.call('resolution.list')
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) entries.value = answer.value
    known.value ||= answer.ok
  }

  /** Reads the list as it is now. Whoever asks while it is being read gets the reading after that one. */
  function load(): Promise<void> {
    if (underWay === null) {
      underWay = read().finally(() => { underWay = null })
      return underWay
    }
    next ??= underWay.then(() => {
      next = null
      return load()
    })
    return next
  }

  /** Many changes of a long list are read together. */
  function change(): void {
    const { anEntry, atMost } = readers > 0 ? restWhileRead : restWhileCounted
    if (entries.value.length <= longList) void load()
    else waiting ??= setTimeout(() => {
      waiting = undefined
      void load()
    }, Math.min(entries.value.length * anEntry, atMost))
  }

  function forgetChanges(): void {
    clearTimeout(waiting)
    waiting = undefined
  }

  /** Reads the list and listens to main from then on; the answer ends the listening. */
  function start(): () => void {
    const stop = api.on('resolution.changed', change)
    void load()
    return () => {
      stop()
      forgetChanges()
    }
  }

  /** Somebody reads the entries from now on, not only their number; the answer ends that. */
  function show(): () => void {
    readers += 1
    forgetChanges()
    void load()
    return () => { readers -= 1 }
  }

  return { entries, known, failure, load, start, show }
})
