import { computed, ref, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { mostSelected } from './selection-actions.ts'

/** The payments that a person selected in the list; empty while selecting is off. */
export interface Selection {
  readonly isOn: Ref<boolean>
  readonly ids: Ref<ReadonlySet<EntryId>>
  /** Selects or deselects a line; with `range` all lines from the last clicked one to this. */
  toggle(this: void, entryId: EntryId, range: boolean): void
  /** Selects the listed lines, at most 1,000. */
  selectShown(this: void): void
  clear(this: void): void
}

/**
 * Creates the selection. A list with another filter or order (`asked`) clears it; showing newer payments of the same
 * list keeps it.
 */
export function useSelection(
  lines: Readonly<Ref<readonly HistoryLine[]>>, list: Readonly<Ref<number>>, asked: Readonly<Ref<unknown>>,
): Selection {
  const isOn = ref(false)
  const ids = ref<ReadonlySet<EntryId>>(new Set())
  let last: EntryId | null = null
  let listed: unknown = asked.value
  const shown = computed(() => lines.value.map(({ row }) => row.entryId))

  function take(next: Iterable<EntryId>): void {
    ids.value = new Set([...next].slice(0, mostSelected))
  }

  function clear(): void {
    last = null
    take([])
  }

  watch(isOn, clear)
  watch(list, () => {
    if (listed !== asked.value) clear()
    listed = asked.value
  })

  return {
    isOn, ids, clear,
    toggle(entryId, range) {
      const [from, to] = [last === null ? -1 : shown.value.indexOf(last), shown.value.indexOf(entryId)]
      const isRange = range && from >= 0 && to >= 0
      if (isRange) take([...ids.value, ...shown.value.slice(Math.min(from, to), Math.max(from, to) + 1)])
      else take(ids.value.has(entryId) ? [...ids.value].filter((id) => id !== entryId) : [...ids.value, entryId])
      last = entryId
    },
    selectShown() { take(shown.value) },
  }
}
