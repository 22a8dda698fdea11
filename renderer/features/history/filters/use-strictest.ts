import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { api } from '../../../app/api.ts'

/** A condition without which entries are found. */
export interface Dropped<Condition> {
  readonly condition: Condition
  readonly found: { readonly count: number; readonly atLeast: boolean }
}

/**
 * The strictest of several conditions that together find nothing: the one without which most entries are found. Null
 * until it is known, and if removing a single one is not sufficient. Counts one filter at a time.
 */
export function useStrictest<Condition>(
  conditions: Readonly<Ref<readonly { readonly condition: Condition; readonly without: HistoryFilter }[]>>,
): Readonly<Ref<Dropped<Condition> | null>> {
  const strictest = shallowRef<Dropped<Condition> | null>(null)
  let latest = 0
  watch(conditions, async (wanted) => {
    const mine = ++latest
    strictest.value = null
    let best: Dropped<Condition> | null = null
    for (const { condition, without } of wanted.length > 1 ? wanted : []) {
      const answer = await api.call('history.count', without)
      if (mine !== latest) return
      if (answer.ok && answer.value.count > (best?.found.count ?? 0)) best = { condition, found: answer.value }
    }
    strictest.value = best
  }, { immediate: true })
  onScopeDispose(() => { latest += 1 })
  return strictest
}
