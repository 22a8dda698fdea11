import { computed, ref, shallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Failure } from '#shared/model/answers/failure.ts'
import { dateAt } from '#shared/day-hours.ts'
import type { DeskChoice } from '#shared/model/history/history-list.ts'
import type { ReportFormat, ReportQuery } from '#shared/model/figures/report.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'
import type { Translate } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'
import { useNow } from '../../ui/values/use-now.ts'
import { useLiveAnswer } from '../shared/use-live-answer.ts'
import { periodProblem } from './period.ts'
import { selectionOf, queryOf, type ReportSelection } from './report-address.ts'

/** The report of the active profile's merchant with the address's selection; saves it as a file. */
export function useReport(t: Translate) {
  const session = useSession()
  const route = useRoute()
  const router = useRouter()

  const now = useNow()
  /** Today's date in the profile's time zone. */
  const today = computed(() =>
    dateAt(now.value, session.active === null ? 'UTC' : timeZoneOf(session.active.profile)))
  const selection = computed(() => selectionOf(route.query, today.value))
  const problem = computed(() => periodProblem(selection.value.period, t))
  const query = computed<ReportQuery | null>(() => {
    const { period: { first, last }, who, desk, currency } = selection.value
    if (session.activeId === null || problem.value !== '') return null
    return {
      profileId: session.activeId, first, last,
      who: orNull(who), desk: orNull(desk) as DeskChoice | null, currency: orNull(currency),
    }
  })
  const question = computed(() => (query.value === null ? null : JSON.stringify(query.value)))
  const { answer: report, failure, busy, load } = useLiveAnswer(
    () => question.value, () => (query.value === null ? null : api.call('report.read', query.value)),
  )
  /** True while the shown report is that of an earlier query. */
  const isStale = computed(() => {
    const { value: wanted } = query
    return report.value !== null
      && (wanted === null || (['first', 'last', 'who', 'desk', 'currency'] as const).some((name) => report.value?.[name] !== wanted[name]))
  })

  const saving = ref<ReportFormat | null>(null)
  const saveFailure = shallowRef<Failure | null>(null)

  async function save(format: ReportFormat): Promise<void> {
    if (saving.value !== null || query.value === null) return
    saving.value = format
    saveFailure.value = null
    const saved = await api.call('report.save', { query: query.value, format })
    saving.value = null
    if (saved.ok) showMessage('good', t('report.save.saved', { name: saved.value.fileName }))
    else if (saved.failure.code !== 'cancelled') saveFailure.value = saved.failure
  }

  /** Changes the selection. Each change is an entry of the browser history, so that Back undoes it. */
  function change(changed: Partial<ReportSelection>): void {
    saveFailure.value = null
    void router.push({ path: '/report', query: queryOf({ ...selection.value, ...changed }) })
  }

  return { today, selection, problem, report, isStale, failure, busy, load, saving, saveFailure, save, change }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
