import { computed } from 'vue'
import type { Batch } from '#shared/model/payments/batch.ts'
import { api } from '../../app/api.ts'
import { merchantText } from '../../app/merchant-text.ts'
import { useSession } from '../../app/stores/session.ts'
import { useText } from '../../i18n/index.ts'
import { momentText } from '../../ui/values/time.ts'
import { useLiveAnswer } from '../shared/use-live-answer.ts'
import type { Need } from './need.ts'

/** Lines of paused batches, each to be resumed or stopped by a person; those of other profiles last, with a name. */
export function usePausedBatches() {
  const t = useText()
  const session = useSession()
  const { answer, failure, load } = useLiveAnswer(
    () => session.activeId, () => (session.activeId === null ? null : api.call('batches.paused')),
  )

  const isElsewhere = ({ profileId }: Batch): boolean => profileId !== session.activeId
  const ownFirst = computed(() => (answer.value ?? []).toSorted((one, other) =>
    Number(isElsewhere(one)) - Number(isElsewhere(other))))
  const needs = computed((): readonly Need[] => ownFirst.value.map((batch) => {
    const { batchId, operation, fileName, states, paused } = batch
    const merchant = isElsewhere(batch) ? merchantText(batch.profileName, batch.environment, t) : ''
    const to = `/batches/${batchId}`
    return {
      id: `batch ${batchId}`, kind: 'wait', to,
      title: t('today.batch.title', { count: states.waiting?.rows ?? 0 }),
      detail: [t(`operation.${operation}.name`), fileName ?? '', merchant].filter((part) => part !== '').join(' · '),
      merchantOrderId: '', atStake: '',
      age: paused === null ? '' : t('today.batch.since', { at: momentText(paused.at) }),
      action: { kind: 'open', to, label: t('today.batch.open') },
    }
  }))
  return { needs, loaded: computed(() => answer.value !== null), failure, load }
}
