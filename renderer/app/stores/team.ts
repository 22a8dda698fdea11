import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamState } from '#shared/model/team/team-state.ts'
import { api } from '../api.ts'

/** This desk's state in its team: for the navigation and every screen that shows what other desks did. */
export const useTeam = defineStore('team', () => {
  /** Null until main has replied. */
  const state = shallowRef<TeamState | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** This desk's membership, or null. */
  const member = computed(() => (state.value?.state === 'member' ? state.value : null))

  function take(next: TeamState): void {
    state.value = next
    failure.value = null
  }

  async function load(): Promise<void> {
    const answer = await api.call('team.describe')
    if (answer.ok) take(answer.value)
    else failure.value = answer.failure
  }

  /** Reads the state and listens to main; returns the function that stops listening. */
  function start(): () => void {
    const stop = api.on('team.changed', () => { void load() })
    void load()
    return stop
  }

  return { state, failure, member, take, load, start }
})
