import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryFilter, HistoryLine, HistoryLines, HistoryOrder } from '#shared/model/history/history-list.ts'
import { api } from '../../app/api.ts'
import { newLines, withChanges, withKnown } from './live-lines.ts'

/** The filter of the list and its order. */
export type Asked = HistoryFilter & { readonly order: HistoryOrder }

/** Lines of further pages, which are loaded before they are needed. */
const laterPage = 100
const largestPage = 200
/** The most lines that are read again after a change. */
const mostReadAgain = 1_000
/**
 * Milliseconds after typing a letter during which changes of the history wait, as reading would delay the next letter.
 */
const typingMs = 500

/**
 * Reads the history in pages. A page begins at the key of the last line, so that entries created meanwhile neither
 * repeat nor hide a line. Calls run one at a time; of several new filters only the newest is read. A call of a person
 * does not wait for a refresh. After a change of the history, shown lines are updated in place. New lines are inserted
 * only while the list is `resting` (at its top, without focus, opened or selected lines), else their number is shown.
 * The first page has `firstLines` lines, enough to fill the window.
 */
export function useHistory(
  asked: Readonly<Ref<Asked | null>>, resting: Readonly<Ref<boolean>>, firstLines: () => number,
) {
  const lines = shallowRef<readonly HistoryLine[]>([])
  const next = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  /** True while main still searches older entries. */
  const searchingOlder = ref(false)
  /** Number of new lines that are not shown yet. */
  const newer = ref(0)
  /** Number of the current list: another one starts at its top. */
  const list = ref(0)
  let latest = 0
  let changed = false
  /** True while the lines are those of an earlier filter. */
  let outdated = false
  /** True if the running call only refreshes lines: calls of a person have priority. */
  let refreshing = false
  let typing: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  /** Reads pages until it has the wanted number of lines; null if another list is wanted, or on failure. */
  async function collect(
    { before, wanted, isWanted, show }: {
      before: string | null; wanted: number; isWanted: () => boolean
      show: (collected: HistoryLines, missing: number) => void
    },
  ): Promise<HistoryLines | null> {
    const about = asked.value
    if (about === null) return null
    let collected: HistoryLines = { lines: [], next: before }
    let missing = wanted
    do {
      const limit = Math.min(missing, largestPage)
      const answer: CallAnswer<'history.list'> = await api.call('history.list', { ...about, before: collected.next, limit })
      if (!isWanted()) return null
      failure.value = answer.ok ? null : answer.failure
      if (!answer.ok) return null
      missing -= answer.value.lines.length
      collected = { ...answer.value, lines: [...collected.lines, ...answer.value.lines] }
      show(collected, missing)
    } while (missing > 0 && collected.next !== null)
    return collected
  }

  async function load(before: string | null, wanted: number): Promise<void> {
    const mine = ++latest
    const isWanted = (): boolean => mine === latest
    loading.value = true
    refreshing = false
    await underWay
    if (!isWanted()) return
    const kept = before === null ? [] : lines.value
    if (before === null) newer.value = 0
    const collecting = collect({ before, wanted, isWanted, show: (collected, missing) => {
      if (before === null && !loaded.value) list.value += 1
      loaded.value = true
      outdated = false
      take({ ...collected, lines: [...kept, ...collected.lines] })
      searchingOlder.value = missing > 0 && collected.next !== null
    } })
    underWay = collecting
    const collected = await collecting
    if (!isWanted()) return
    if (collected === null && outdated) take({ lines: [], next: null })
    loaded.value = true
    loading.value = false
    searchingOlder.value = false
    if (changed) void refresh()
  }

  function take(collected: HistoryLines): void {
    lines.value = withKnown(lines.value, collected.lines)
    next.value = collected.next
  }

  /** Reads the shown lines again; changes in quick succession are read together. */
  async function refresh(): Promise<void> {
    changed = true
    if (typing !== undefined || loading.value || asked.value === null) return
    loading.value = true
    refreshing = true
    const mine = latest
    const isWanted = (): boolean => mine === latest
    while (changed && isWanted()) {
      changed = false
      await underWay
      if (!isWanted()) return
      const most = resting.value ? largestPage : mostReadAgain
      const wanted = Math.min(Math.max(lines.value.length, firstLines()), most)
      const fresh = await collect({ before: null, wanted, isWanted, show: () => undefined })
      if (!isWanted()) return
      if (fresh === null) break
      const isShort = lines.value.length <= fresh.lines.length
      if (resting.value && (isShort || newLines(lines.value, fresh.lines) > 0)) {
        newer.value = 0
        take(fresh)
      } else {
        newer.value = newLines(lines.value, fresh.lines)
        lines.value = withChanges(lines.value, fresh.lines)
      }
    }
    loading.value = false
    refreshing = false
  }

  async function loadMore(): Promise<void> {
    if (next.value === null || (loading.value && !refreshing)) return
    changed ||= refreshing
    await load(next.value, laterPage)
  }

  /** Reads the list from its top, with at least `least` lines. */
  async function reload(least = 0): Promise<void> {
    loaded.value = false
    await load(null, Math.max(least, firstLines()))
  }

  function noteTyping(): void {
    clearTimeout(typing)
    typing = setTimeout(() => {
      typing = undefined
      if (changed) void refresh()
    }, typingMs)
  }

  watch(asked, (now, before) => {
    if (now === null) return
    outdated = true
    if (before != null) noteTyping()
    void reload()
  }, { immediate: true })
  const stopListening = api.on('journal.changed', () => { void refresh() })
  onScopeDispose(() => {
    latest += 1
    clearTimeout(typing)
    stopListening()
  })

  return { lines, next, failure, loading, loaded, searchingOlder, newer, list, loadMore, reload }
}
