import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer, CallInput } from '#shared/ipc/contract.ts'
import type { Batch, BatchId, BatchRow } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { useRowPages } from '../../shared/table/use-row-pages.ts'

type RowsShown = CallInput<'batches.rows'>['show']
export type RowsSort = CallInput<'batches.rows'>['sort']
type Step = 'batches.pause' | 'batches.stop' | 'batches.reopenFile'

/** A started batch and its rows, read again when main reports changes. */
export function useBatch(batchId: BatchId) {
  const batch = shallowRef<Batch | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  const show = ref<RowsShown>('all')
  const sort = ref<RowsSort>('newest')
  const rows = useRowPages<BatchRow>((from, count) =>
    api.call('batches.rows', { batchId, show: show.value, sort: sort.value, from, count }))
  let loading = false
  let again = false

  function take(answer: CallAnswer<'batches.show'>): void {
    failure.value = answer.ok || answer.failure.code === 'cancelled' ? null : answer.failure
    if (answer.ok) batch.value = answer.value
  }

  /** Reads batch and rows; changes during the reading are read together afterwards. */
  async function load(): Promise<void> {
    again = loading
    if (loading) return
    loading = true
    const [answer] = await Promise.all([api.call('batches.show', { batchId }), rows.refresh()])
    loading = false
    // Keeps the failure of a person's action visible.
    if (answer.ok) batch.value = answer.value
    else take(answer)
    if (again) void load()
  }

  /** Shows the batch that a call has returned. */
  function changed(now: Batch): void {
    batch.value = now
    failure.value = null
    void rows.refresh()
  }

  async function step(name: Step): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    const answer = await api.call(name, { batchId })
    busy.value = false
    take(answer)
    if (answer.ok) void rows.refresh()
    return answer.ok
  }

  async function filter(to: RowsShown): Promise<void> {
    show.value = to
    await rows.begin()
  }

  const sorted = computed({
    get: () => sort.value,
    set: (to) => {
      sort.value = to
      void rows.begin()
    },
  })

  void load()
  const stops = [
    api.on('batches.changed', (changedBatch) => { if (changedBatch.batchId === batchId) void load() }),
    // A status that resolves an unknown row changes only the history.
    api.on('resolution.changed', () => { void load() }),
  ]
  onScopeDispose(() => { stops.forEach((stop) => { stop() }) })

  return { batch, failure, busy, show, sorted, rows, changed, step, filter }
}
