import { onScopeDispose, shallowRef } from 'vue'
import type { HistoryFilter, HistoryTotals } from '#shared/model/history/history-list.ts'
import { api } from '../../../app/api.ts'

export type Totals =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly totals: HistoryTotals }
  | { readonly kind: 'failed' }

/** Milliseconds without typing before totals are calculated. */
const restMs = 300
/** After a calculation the next one waits this many times its duration, as reading lists has priority. */
const restsAfterARun = 4

/**
 * The totals of a filter, read after the list. One calculation runs at a time. A new filter cancels it; a change of the
 * entries waits for its end, so that totals appear also if entries change continually.
 */
export function useTotals() {
  const totals = shallowRef<Totals>({ kind: 'counting' })
  let rest: ReturnType<typeof setTimeout> | undefined
  let running: string | null = null
  let changed = false

  /** Calculates the totals of a filter; earlier totals stay visible only for the `same` filter. */
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
