import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryFilter, HistoryLine, HistoryLines, HistoryOrder } from '#shared/model/history/history-list.ts'
import { api } from '../../app/api.ts'
import { newLines, withChanges, withKnown } from './live-lines.ts'

/** What is listed, and in which order. */
export type Asked = HistoryFilter & { readonly order: HistoryOrder }

/** Further pages come before they are needed. */
const laterPage = 100
const largestPage = 200
/** Lines that are read again after a change, while somebody reads further down. */
const mostReadAgain = 1_000
/** Milliseconds after a letter in which a change of the history waits: the next letter would wait for its reading. */
const typingMs = 500

/**
 * The history page by page. Pages follow each other by key, so that entries made meanwhile neither repeat nor hide one.
 * Of several filters in a row only the newest is asked for, once the call under way for another has ended; reading
 * again after a change keeps nobody waiting. When the history changes, lines change where they stand; new ones take
 * their places only while the list is `resting` (nobody reads further down, has the focus in it, has opened a line or
 * has selected one), else their number is said. The first page has `firstLines` lines: what fills the window, so that
 * it is there at once.
 */
export function useHistory(
  asked: Readonly<Ref<Asked | null>>, resting: Readonly<Ref<boolean>>, firstLines: () => number,
) {
  const lines = shallowRef<readonly HistoryLine[]>([])
  const next = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  /** Lines are still missing because older entries have to be looked through. */
  const searchingOlder = ref(false)
  /** Lines that are not shown yet. */
  const newer = ref(0)
  /** Counts the lists: another one begins at its top. */
  const list = ref(0)
  let latest = 0
  let changed = false
  /** The lines are those of an earlier filter. */
  let outdated = false
  /** What is loading is only read again: whatever a person wants comes first. */
  let refreshing = false
  let typing: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  /** Asks on until as many lines are there as wanted; null when another list is wanted, or on failure. */
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

  /** Reads again what is on the screen; many changes at once are read together. */
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

  /** The list from its top, with at least so many lines. */
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
