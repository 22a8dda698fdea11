import { onScopeDispose, shallowRef } from 'vue'
import type { HistoryFilter, HistoryTotals } from '#shared/model/history-list.ts'
import { api } from '../../app/api.ts'

export type Totals =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly totals: HistoryTotals }
  | { readonly kind: 'failed' }

/** Adding up waits for the typing to rest: it is done for the filter that stays. */
const restMs = 300

/** The totals of a filter, which come after the list; one run at a time, and a newer one ends the one before. */
export function useTotals() {
  const totals = shallowRef<Totals>({ kind: 'counting' })
  let rest: ReturnType<typeof setTimeout> | undefined
  let running: string | null = null

  /** Adds up what a filter shows; what was added up before stays in sight only where the filter is `same`. */
  function count(filter: HistoryFilter, same: boolean): void {
    stop()
    if (!same) totals.value = { kind: 'counting' }
    rest = setTimeout(() => { void run(filter) }, restMs)
  }

  async function run(filter: HistoryFilter): Promise<void> {
    const totalsId = crypto.randomUUID()
    running = totalsId
    const answer = await api.call('history.totals', { totalsId, filter })
    if (running !== totalsId) return
    running = null
    totals.value = answer.ok ? { kind: 'counted', totals: answer.value } : { kind: 'failed' }
  }

  function stop(): void {
    clearTimeout(rest)
    if (running !== null) void api.call('history.cancelTotals', { totalsId: running })
    running = null
  }
  onScopeDispose(stop)

  return { totals, count }
}
