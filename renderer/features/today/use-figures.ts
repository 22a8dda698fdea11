import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { Today } from '#shared/model/today.ts'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'

/** Payments change many times a second in a batch; the numbers need not. */
const restMs = 1_000
/** The compared hours end with the quarter-hour, and the day at midnight. */
const reloadMs = 60_000

/** Today's figures of the active profile, kept up to date while the component is mounted. */
export function useFigures() {
  const session = useSession()
  const today = shallowRef<Today | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  let again = false
  let rest: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    const profileId = session.activeId
    if (profileId === null) return
    if (busy.value) {
      again = true
      return
    }
    busy.value = true
    const answer = await api.call('today.read', { profileId })
    busy.value = false
    if (session.activeId === profileId) {
      if (answer.ok) today.value = answer.value
      failure.value = answer.ok ? null : answer.failure
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

  watch(() => session.activeId, () => { void load() }, { immediate: true })
  const timer = setInterval(() => { void load() }, reloadMs)
  const stop = api.on('journal.changed', loadSoon)
  onScopeDispose(() => {
    clearInterval(timer)
    clearTimeout(rest)
    stop()
  })

  return { today, failure, load }
}
