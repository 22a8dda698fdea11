import { ref, shallowRef, watch, type Ref } from 'vue'
import { isOpen, type HistoryRow } from '#shared/model/history.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'
import { api } from '../../app/api.ts'

const most = 5

/** What left the list while it was on the screen, newest first, as it stands now: nothing goes away unsaid. */
export function useGone(entries: Readonly<Ref<readonly OpenOutcome[]>>) {
  const gone = shallowRef<readonly HistoryRow[]>([])
  /** Counts what left, for whoever has to look after the focus. */
  const times = ref(0)

  watch(entries, (now, before) => {
    const left = before.filter(({ row }) => !now.some((one) => one.row.entryId === row.entryId))
    const back = new Set(now.map(({ row }) => row.entryId))
    gone.value = gone.value.filter(({ entryId }) => !back.has(entryId))
    for (const { row } of left) void say(row)
    if (left.length > 0) times.value += 1
  })

  async function say({ entryId }: HistoryRow): Promise<void> {
    const detail = await api.call('history.entry', { entryId })
    if (detail.ok && !isOpen(detail.value.row.state)) gone.value = [detail.value.row, ...gone.value].slice(0, most)
  }

  return { gone, times }
}
