import { onScopeDispose, shallowRef } from 'vue'
import type { HistoryFilter, HistoryTotals } from '#shared/model/history/history-list.ts'
import { api } from '../../../app/api.ts'

export type Totals =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly totals: HistoryTotals }
  | { readonly kind: 'failed' }

/** Adding up waits for the typing to rest: it is done for the filter that stays. */
const restMs = 300
/** Where entries change all the time, adding up again rests so many times as long as it took: lists come first. */
const restsAfterARun = 4

/**
 * The totals of a filter, which come after the list. One run at a time: one of a newer filter ends the one before, and
 * a change of the entries waits for its end, so that there are totals also where something always changes.
 */
export function useTotals() {
  const totals = shallowRef<Totals>({ kind: 'counting' })
  let rest: ReturnType<typeof setTimeout> | undefined
  let running: string | null = null
  let changed = false

  /** Adds up what a filter shows; what was added up before stays in sight only where the filter is the `same`. */
  function count(filter: HistoryFilter, same: boolean): void {
    if (same && running !== null) changed = true
    if (same && (running !== null || rest !== undefined)) return
    stop()
    if (!same) totals.value = { kind: 'counting' }
    runAfter(restMs, filter)
  }

  function runAfter(milliseconds: number, filter: HistoryFilter): void {
    rest = setTimeout(() => {
      rest = undefined
      void run(filter)
    }, milliseconds)
  }

  async function run(filter: HistoryFilter): Promise<void> {
    const totalsId = crypto.randomUUID()
    running = totalsId
    changed = false
    const start = performance.now()
    const answer = await api.call('history.totals', { totalsId, filter })
    if (running !== totalsId) return
    running = null
    totals.value = answer.ok ? { kind: 'counted', totals: answer.value } : { kind: 'failed' }
    if (changed) runAfter(Math.max(restMs, (performance.now() - start) * restsAfterARun), filter)
  }

  function stop(): void {
    clearTimeout(rest)
    rest = undefined
    if (running !== null) void api.call('history.cancelTotals', { totalsId: running })
    running = null
  }
  onScopeDispose(stop)

  return { totals, count }
}
