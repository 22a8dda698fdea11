import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { DueFollowUp } from '#shared/model/follow-up.ts'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'
import { useText } from '../../i18n/index.ts'
import type { followUpNeeds } from './follow-up-needs.ts'

/** A day begins without any change of the history. */
const reloadMs = 60_000

/**
 * The follow-ups that are due, of the active profile's merchant, as lines; kept up to date while the component is
 * mounted. `now` in milliseconds since 1970.
 */
export function useFollowUps(now: Readonly<{ value: number }>) {
  const t = useText()
  const session = useSession()
  const due = shallowRef<readonly DueFollowUp[]>([])
  /** Loads with the first follow-up: most mornings have none. */
  const linesOf = shallowRef<typeof followUpNeeds | null>(null)
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function load(): Promise<void> {
    const profileId = session.activeId
    if (profileId === null) return
    const mine = ++latest
    const answer = await api.call('notes.due', { profileId })
    if (answer.ok && answer.value.length > 0) linesOf.value ??= (await import('./follow-up-needs.ts')).followUpNeeds
    if (mine !== latest) return
    if (answer.ok) due.value = answer.value
    failure.value = answer.ok ? null : answer.failure
    loaded.value = true
  }

  watch(() => session.activeId, () => {
    due.value = []
    loaded.value = false
    void load()
  }, { immediate: true })
  watch(() => Math.floor(now.value / reloadMs), load)
  const stop = api.on('journal.changed', () => { void load() })
  onScopeDispose(() => {
    latest += 1
    stop()
  })

  return { needs: computed(() => linesOf.value?.(due.value, session.profiles, t) ?? []), loaded, failure, load }
}
