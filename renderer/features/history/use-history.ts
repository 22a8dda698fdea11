import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import type { HistoryFilter as AskedFilter } from '#shared/model/history-list.ts'
import { api } from '../../app/api.ts'
import { useTotal } from './use-total.ts'

/** What the history is narrowed to. */
export interface HistoryFilter {
  readonly text: string
  readonly state: EntryState | ''
  readonly operation: OperationId | ''
}

/** Little is asked for first, so that it is there at once; further pages come before they are needed. */
const firstPage = 50
const laterPage = 100

/**
 * The history page by page, newest first. Pages follow each other by key, so that entries made meanwhile neither repeat
 * nor hide one; that there are newer ones is said and they are shown on demand. A search that gives back less than was
 * asked for before it reached the oldest entry goes on by itself. Of several filters in a row only the newest is asked
 * for, once the call under way has ended.
 */
export function useHistory(filter: Readonly<Ref<HistoryFilter>>) {
  const rows = shallowRef<readonly HistoryRow[]>([])
  const next = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  /** Rows are still missing because older entries have to be looked through. */
  const searchingOlder = ref(false)
  const newer = ref(false)
  const complete = computed(() => loaded.value && next.value === null)
  const { total, totalText, count, forget } = useTotal()
  let latest = 0
  let underWay: Promise<unknown> = Promise.resolve()

  async function load(before: string | null, wanted: number): Promise<void> {
    const mine = ++latest
    loading.value = true
    failure.value = null
    await underWay
    if (mine !== latest) return
    if (before === null) {
      newer.value = false
      forget()
    }
    await collect(before, wanted, () => mine === latest)
    if (mine !== latest) return
    loading.value = false
    searchingOlder.value = false
    if (before === null && failure.value === null) count(askedFilter(), complete.value ? rows.value.length : null)
  }

  async function collect(before: string | null, wanted: number, isNewest: () => boolean): Promise<void> {
    let kept = before === null ? [] : rows.value
    let from = before
    let missing = wanted
    do {
      const asking = page(from, missing)
      underWay = asking
      const answer = await asking
      if (!isNewest()) return
      loaded.value = true
      if (!answer.ok) {
        failure.value = answer.failure
        return
      }
      kept = [...kept, ...answer.value.rows]
      missing -= answer.value.rows.length
      from = answer.value.next
      rows.value = kept
      next.value = from
      searchingOlder.value = missing > 0 && from !== null
    } while (missing > 0 && from !== null)
  }

  async function page(before: string | null, limit: number) {
    return await api.call('history.search', { ...askedFilter(), before, limit })
  }

  function askedFilter(): AskedFilter {
    const { text, state, operation } = filter.value
    return { text, profileId: null, states: state === '' ? [] : [state], operations: operation === '' ? [] : [operation] }
  }

  async function loadMore(): Promise<void> {
    if (!loading.value && next.value !== null) await load(next.value, laterPage)
  }

  async function reload(): Promise<void> {
    await load(null, firstPage)
  }

  watch(filter, () => { void reload() }, { immediate: true })

  // The list must not move under somebody's eyes.
  const stopListening = api.on('journal.changed', () => {
    if (rows.value.length === 0) void reload()
    else newer.value = true
  })
  onScopeDispose(() => {
    latest += 1
    stopListening()
  })

  return { rows, failure, loading, complete, searchingOlder, newer, total, totalText, loadMore, reload }
}
