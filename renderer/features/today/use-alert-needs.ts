import { computed, shallowRef, watch } from 'vue'
import type { Alerts } from '#shared/model/application/alerts.ts'
import { useAlerts } from '../../app/stores/alerts.ts'
import { useText, type Translate } from '../../i18n/index.ts'
import type { Need } from './need.ts'

type LinesOf = (alerts: Alerts, now: number, t: Translate) => readonly Need[]

/** The lines of the alerts. Their code is loaded with the first alert. `now` in milliseconds since 1970. */
export function useAlertNeeds(now: Readonly<{ value: number }>) {
  const t = useText()
  const store = useAlerts()
  const linesOf = shallowRef<LinesOf | null>(null)

  watch(() => (store.alerts?.alerts ?? []).length > 0, async (isAny) => {
    if (!isAny) return
    linesOf.value = (await import('./alert-needs.ts')).alertNeeds
  }, { immediate: true })

  /** Null until the alerts were read. */
  return computed(() => {
    if (store.alerts === null) return null
    return store.alerts.alerts.length === 0 ? [] : linesOf.value?.(store.alerts, now.value, t) ?? null
  })
}
