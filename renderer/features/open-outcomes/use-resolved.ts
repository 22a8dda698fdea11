import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import { isOpen, type HistoryRow } from '#shared/model/history/history.ts'
import { api } from '../../app/api.ts'

const most = 5

/**
 * The entries that left the open list while it was on screen, newest first, with their present state, so that a person
 * sees each result. `ids`: the listed entries of this and other desks. An entry that another desk resolved appears once
 * its result is copied to this desk.
 */
export function useResolved(ids: Readonly<Ref<readonly EntryId[]>>) {
  const resolved = shallowRef<readonly HistoryRow[]>([])
  /** Changes when entries left the list, as they may have taken the focus with them. */
  const departures = ref(0)
  /** Entries that left the list but have no result on this desk yet. */
  const waiting = new Set<EntryId>()

  watch(ids, (now, before) => {
    const left = before.filter((id) => !now.includes(id))
    resolved.value = resolved.value.filter(({ entryId }) => !now.includes(entryId))
    for (const id of now) waiting.delete(id)
    for (const id of left) void showResult(id)
    if (left.length > 0) departures.value += 1
  })

  async function showResult(entryId: EntryId): Promise<void> {
    waiting.add(entryId)
    const detail = await api.call('history.entry', { entryId })
    if (!waiting.has(entryId) || !detail.ok || isOpen(detail.value.row.state)) return
    waiting.delete(entryId)
    resolved.value = [detail.value.row, ...resolved.value].slice(0, most)
  }

  onScopeDispose(api.on('journal.changed', () => { for (const id of waiting) void showResult(id) }))
  return { resolved, departures }
}
