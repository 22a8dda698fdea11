import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import { api } from '../../app/api.ts'
import type { ListLine } from './list-line.ts'
import { newLines, withChanges, withKnown, withNew } from './live-lines.ts'
import { readPage, type Asked, type ListPage } from './read-page.ts'

/** Further pages come before they are needed. */
const laterPage = 100
const largestPage = 200
/** Milliseconds after a letter in which a change of the history waits: the next letter would wait for its reading. */
const typingMs = 500

/**
 * The history page by page. Pages follow each other by key, so that entries made meanwhile neither repeat nor hide one.
 * Of several filters in a row only the newest is asked for, once the call under way for another has ended; reading
 * again after a change keeps nobody waiting. When the history changes, lines change where they stand; new ones take
 * their places only while the list is `resting` (nobody reads further down, has the focus in it or has opened a line),
 * else their number is said. The first page has `firstLines` lines: what fills the window, so that it is there at once.
 */
export function useHistory(
  asked: Readonly<Ref<Asked | null>>, resting: Readonly<Ref<boolean>>, firstLines: () => number,
) {
  const lines = shallowRef<readonly ListLine[]>([])
  const next = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  /** The search stopped early and goes on only when a person wants it. */
  const stopped = ref(false)
  /** Lines are still missing because older entries have to be looked through. */
  const searchingOlder = ref(false)
  /** Lines that are not shown yet. */
  const newer = ref(0)
  /** Counts the lists: another one begins at its top. */
  const list = ref(0)
  let latest = 0
  let changed = false
  /** What is loading is only read again: whatever a person wants comes first. */
  let refreshing = false
  let typing: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  /** Asks on until as many lines are there as wanted; null when another list is wanted, or on failure. */
  async function collect(
    { before, wanted, isWanted, show }: {
      before: string | null; wanted: number; isWanted: () => boolean
      show: (collected: ListPage, missing: number) => void
    },
  ): Promise<ListPage | null> {
    const about = asked.value
    if (about === null) return null
    let collected: ListPage = { lines: [], next: before, stopped: false }
    let missing = wanted
    do {
      const limit = Math.min(missing, largestPage)
      const answer: Result<ListPage, Failure> = await readPage(about, collected.next, limit)
      if (!isWanted()) return null
      failure.value = answer.ok ? null : answer.failure
      if (!answer.ok) return null
      missing -= answer.value.lines.length
      collected = { ...answer.value, lines: [...collected.lines, ...answer.value.lines] }
      show(collected, missing)
    } while (missing > 0 && collected.next !== null && !collected.stopped)
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
      take({ ...collected, lines: [...kept, ...collected.lines] })
      searchingOlder.value = missing > 0 && collected.next !== null && !collected.stopped
    } })
    underWay = collecting
    await collecting
    if (!isWanted()) return
    loaded.value = true
    loading.value = false
    searchingOlder.value = false
    if (changed) void refresh()
  }

  function take(collected: ListPage): void {
    lines.value = withKnown(lines.value, collected.lines)
    next.value = collected.next
    stopped.value = collected.stopped
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
      const wanted = Math.min(Math.max(lines.value.length, firstLines()), largestPage)
      const fresh = await collect({ before: null, wanted, isWanted, show: () => undefined })
      if (!isWanted()) return
      if (fresh === null) break
      const isShort = lines.value.length <= fresh.lines.length
      if (resting.value && fresh.stopped && lines.value.length > 0) {
        newer.value = 0
        lines.value = withNew(lines.value, fresh.lines)
      } else if (resting.value && (isShort || newLines(lines.value, fresh.lines) > 0)) {
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

  /** The list from its top. */
  async function reload(): Promise<void> {
    loaded.value = false
    await load(null, firstLines())
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
    if (before != null) noteTyping()
    // Lines of one list never stand for those of the other.
    if (before != null && before.of !== now.of) take({ lines: [], next: null, stopped: false })
    void reload()
  }, { immediate: true })
  const refreshOf = (of: Asked['of']) => () => { if (asked.value?.of === of) void refresh() }
  const stops = [api.on('journal.changed', refreshOf('desk')), api.on('team.changed', refreshOf('team'))]
  onScopeDispose(() => {
    latest += 1
    clearTimeout(typing)
    stops.forEach((stop) => { stop() })
  })

  return { lines, next, failure, loading, loaded, stopped, searchingOlder, newer, list, loadMore, reload }
}
