import { nextTick, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { queryText } from '../shared/form/targets.ts'

/** Focuses the entry that the address names (`?entry=`), once it is listed. */
export function useNamedEntry(
  content: Readonly<Ref<HTMLElement | null>>, entries: Readonly<Ref<readonly OpenOutcome[]>>,
): void {
  const named = queryText(useRoute().query, 'entry')
  const isShown = (): boolean => content.value !== null && entries.value.some(({ row }) => row.entryId === named)
  const stop = watch(isShown, async (shown) => {
    if (!shown) return
    stop()
    await nextTick()
    content.value?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(named)}"]`)?.focus()
  }, { flush: 'post' })
}
