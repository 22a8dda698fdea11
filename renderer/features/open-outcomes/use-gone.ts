import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import { isOpen, type HistoryRow } from '#shared/model/history/history.ts'
import { api } from '../../app/api.ts'

const most = 5

/**
 * What left the list while it was on the screen, newest first, as it stands now: nothing goes away unsaid. `ids`: the
 * entries of the list, of this desk and of others. What another desk resolved is said once its result is copied.
 */
export function useGone(ids: Readonly<Ref<readonly EntryId[]>>) {
  const gone = shallowRef<readonly HistoryRow[]>([])
  /** Counts what left, for whoever has to look after the focus. */
  const times = ref(0)
  /** Left, but without a result here so far. */
  const waiting = new Set<EntryId>()

  watch(ids, (now, before) => {
    const left = before.filter((id) => !now.includes(id))
    gone.value = gone.value.filter(({ entryId }) => !now.includes(entryId))
    for (const id of now) waiting.delete(id)
    for (const id of left) void say(id)
    if (left.length > 0) times.value += 1
  })

  async function say(entryId: EntryId): Promise<void> {
    waiting.add(entryId)
    const detail = await api.call('history.entry', { entryId })
    if (!waiting.has(entryId) || !detail.ok || isOpen(detail.value.row.state)) return
    waiting.delete(entryId)
    gone.value = [detail.value.row, ...gone.value].slice(0, most)
  }

  onScopeDispose(api.on('journal.changed', () => { for (const id of waiting) void say(id) }))
  return { gone, times }
}
