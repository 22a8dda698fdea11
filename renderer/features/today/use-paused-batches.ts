import { computed, watch } from 'vue'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'
import { useText } from '../../i18n/index.ts'
import { momentText } from '../../ui/values/time.ts'
import { useLiveAnswer } from '../shared/use-live-answer.ts'
import type { Need } from './need.ts'

/** The lines of the active profile's paused batches, each to be resumed or stopped by a person. */
export function usePausedBatches() {
  const t = useText()
  const session = useSession()
  const { answer, failure, load } = useLiveAnswer(
    () => session.activeId,
    () => (session.activeId === null ? null : api.call('batches.paused', { profileId: session.activeId })),
  )
  // Clears the batches of the previous profile immediately.
  watch(() => session.activeId, () => { answer.value = null }, { flush: 'sync' })

  const needs = computed((): readonly Need[] => (answer.value ?? []).map((batch) => {
    const { batchId, operation, fileName, states, paused } = batch
    const to = `/batches/${batchId}`
    return {
      id: `batch ${batchId}`, kind: 'wait', to,
      title: t('today.batch.title', { count: states.waiting?.rows ?? 0 }),
      detail: [t(`operation.${operation}.name`), fileName ?? ''].filter((part) => part !== '').join(' · '),
      merchantOrderId: '', atStake: '',
      age: paused === null ? '' : t('today.batch.since', { at: momentText(paused.at) }),
      action: { kind: 'open', to, label: t('today.batch.open') },
    }
  }))
  return { needs, loaded: computed(() => answer.value !== null), failure, load }
}
