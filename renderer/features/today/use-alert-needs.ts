import { computed, shallowRef, watch } from 'vue'
import { useAlerts } from '../../app/stores/alerts.ts'
import { useLaterTexts, useText } from '../../i18n/index.ts'

/** The alerts as lines. Their code and texts are loaded with the first alert. `now` in milliseconds since 1970. */
export function useAlertNeeds(now: Readonly<{ value: number }>) {
  const t = useText()
  const addTexts = useLaterTexts()
  const store = useAlerts()
  const later = shallowRef<typeof import('./alert-needs.ts') | null>(null)

  watch(() => (store.alerts?.alerts ?? []).length > 0, async (isAny) => {
    if (!isAny) return
    const loaded = await import('./alert-needs.ts')
    addTexts(loaded.alertTexts)
    later.value = loaded
  }, { immediate: true })

  /** Null until they were read. */
  return computed(() => {
    if (store.alerts === null) return null
    return store.alerts.alerts.length === 0 ? [] : later.value?.alertNeeds(store.alerts, now.value, t) ?? null
  })
}
