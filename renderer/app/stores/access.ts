import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { PersonId } from '#shared/brands.ts'
import type { AccessState } from '#shared/model/application/access.ts'
import { startOverPhrase } from '#shared/model/history/start-over.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../api.ts'
import { blankPage } from '../blank-page.ts'

const isOpen = (state: AccessState | null): boolean => state?.state === 'unlocked' || state?.state === 'unprotected'

/** Whether the desk is locked, and who unlocked it. */
export const useAccess = defineStore('access', () => {
  /** Null until main has replied. */
  const state = shallowRef<AccessState | null>(null)
  const open = computed(() => isOpen(state.value))
  const person = computed(() => (state.value?.state === 'unlocked' ? state.value.person : null))
  /**
   * True for administrators, and for everybody on a desk without passphrases. Main decides; the page only shows it.
   */
  const mayAdminister = computed(() => person.value?.role !== 'operator')

  function take(next: AccessState): void {
    const wasOpen = isOpen(state.value)
    state.value = next
    if (wasOpen && !isOpen(next)) void blankPage()
  }

  async function load(): Promise<void> {
    const answer = await api.call('access.describe')
    take(answer.ok ? answer.value : { state: 'failed', failure: answer.failure })
  }

  /** Reads the state and listens to main; returns the function that stops listening. */
  function start(): () => void {
    const stop = api.on('access.changed', take)
    void load()
    return stop
  }

  /** Locks the desk: main finishes sends in progress, then the page is emptied. The caller shows the failure. */
  async function lock(): Promise<Failure | null> {
    const answer = await api.call('access.lock')
    if (!answer.ok) return answer.failure
    take(answer.value)
    return null
  }

  /** Unlocks, with a person's passphrase if the desk has any. The caller shows the failure. */
  async function unlock(proof: { personId: PersonId; passphrase: string } | null): Promise<Failure | null> {
    const answer = await api.call('access.unlock', { proof })
    if (!answer.ok) return answer.failure
    take(answer.value)
    return null
  }

  /** Starts over on the locked desk; a person confirms it in a system message box. The caller shows the failure. */
  async function startOver(): Promise<Failure | null> {
    const answer = await api.call('access.startOver', { phrase: startOverPhrase })
    if (!answer.ok) return answer.failure
    take(answer.value)
    return null
  }

  /** Makes main read the desk's protection again after a failure. */
  async function tryAgain(): Promise<void> {
    const failure = await unlock(null)
    if (failure !== null) take({ state: 'failed', failure })
  }

  return { state, open, person, mayAdminister, start, load, take, lock, unlock, startOver, tryAgain }
})
