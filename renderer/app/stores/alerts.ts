import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { Alerts } from '#shared/model/application/alerts.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../api.ts'
import { useSession } from './session.ts'

/** Delay after a change. A batch changes the history many times a second; alerts cover quarters of an hour. */
const changeDelayMs = 5_000
/** Alerts also begin and end without any change, as time passes. */
const reloadMs = 60_000

/** The alerts of the active profile, for the screen "Today" and the number in the navigation. */
export const useAlerts = defineStore('alerts', () => {
  const session = useSession()
  const alerts = shallowRef<Alerts | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    const profileId = session.activeId
    if (profileId === null) return
    const answer = await api.call('alerts.read', { profileId })
    if (session.activeId !== profileId) return
    if (answer.ok) alerts.value = answer.value
    failure.value = answer.ok ? null : answer.failure
  }

  /** Reads the alerts and listens to main; returns the function that stops listening. */
  function start(): () => void {
    let pending: ReturnType<typeof setTimeout> | undefined
    const stopWatching = watch(() => session.activeId, () => {
      alerts.value = null
      void load()
    }, { immediate: true })
    const timer = setInterval(() => { void load() }, reloadMs)
    const loadSoon = (): void => {
      pending ??= setTimeout(() => {
        pending = undefined
        void load()
      }, changeDelayMs)
    }
    // A check without an answer emits only `resolution.changed`.
    const stops = [api.on('journal.changed', loadSoon), api.on('resolution.changed', loadSoon)]
    return () => {
      stopWatching()
      clearInterval(timer)
      clearTimeout(pending)
      stops.forEach((stop) => { stop() })
    }
  }

  return { alerts, failure, load, start }
})
