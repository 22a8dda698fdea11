import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Lives } from '#shared/model/keys/key-life.ts'
import { api } from '../api.ts'

/** Reminders change from day to day, and the application may run for weeks. */
const reloadMs = 6 * 60 * 60 * 1000

/** The lifecycle states of keys and control secrets: for their screens and the reminders on every screen. */
export const useLives = defineStore('lives', () => {
  const lives = shallowRef<Lives>({ keys: [], damaged: [], secrets: [], authorityEnds: [] })
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    const answer = await api.call('keys.lives')
    if (answer.ok) lives.value = answer.value
    failure.value = answer.ok ? null : answer.failure
    loaded.value = true
  }

  /** Reads the states and listens to main; returns the function that stops listening. */
  function start(): () => void {
    const reload = (): void => { void load() }
    const stops = [api.on('vault.changed', reload), api.on('profiles.changed', reload)]
    const timer = setInterval(reload, reloadMs)
    reload()
    return () => {
      clearInterval(timer)
      stops.forEach((stop) => { stop() })
    }
  }

  return { lives, loaded, failure, load, start }
})
