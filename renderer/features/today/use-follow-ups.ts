import { computed, shallowRef, watch } from 'vue'
import type { DueFollowUp } from '#shared/model/history/follow-up.ts'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'
import { useText } from '../../i18n/index.ts'
import { useLiveAnswer } from '../shared/use-live-answer.ts'
import type { followUpNeeds } from './follow-up-needs.ts'

/** Follow-ups become due when a day begins, without an event. */
const reloadMs = 60_000

/**
 * The lines of the due follow-ups of the active profile's merchant, kept up to date while the component is mounted.
 * `now` in milliseconds since 1970.
 */
export function useFollowUps(now: Readonly<{ value: number }>) {
  const t = useText()
  const session = useSession()
  const { answer, failure, load } = useLiveAnswer(
    () => session.activeId,
    () => (session.activeId === null ? null : api.call('notes.due', { profileId: session.activeId })),
  )
  watch(() => Math.floor(now.value / reloadMs), load)
  // Clears the follow-ups of the previous merchant immediately.
  watch(() => session.activeId, () => { answer.value = null }, { flush: 'sync' })

  /** The code for the lines, loaded with the first due follow-up. */
  const linesOf = shallowRef<typeof followUpNeeds | null>(null)
  const due = computed((): readonly DueFollowUp[] => answer.value?.due ?? [])
  watch(() => due.value.length > 0, async (isAny) => {
    if (isAny) linesOf.value ??= (await import('./follow-up-needs.ts')).followUpNeeds
  }, { immediate: true })

  const loaded = computed(() => answer.value !== null && (due.value.length === 0 || linesOf.value !== null))
  const needs = computed(() => linesOf.value?.(due.value, answer.value?.more ?? 0, session.profiles, t) ?? [])
  return { needs, loaded, failure, load }
}
