import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import { api } from '../../app/api.ts'

/** What the history is narrowed to. With `attention` only unknown and unfinished entries are listed. */
export interface HistoryFilter {
  readonly text: string
  readonly state: EntryState | ''
  readonly operation: OperationId | ''
  readonly attention: boolean
}

const pageSize = 100
const typingPauseMs = 200

/**
 * The history page by page, newest first. Pages follow each other by key, so that entries made meanwhile neither repeat
 * nor hide one; that there are newer ones is said and they are shown on demand.
 */
export function useHistory(filter: Readonly<Ref<HistoryFilter>>) {
  const rows = shallowRef<readonly HistoryRow[]>([])
  const next = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  const newer = ref(false)
  const complete = computed(() => loaded.value && next.value === null)
  let latest = 0

  async function load(before: string | null): Promise<void> {
    const mine = ++latest
    const { text, state, operation, attention } = filter.value
    loading.value = true
    failure.value = null
    if (before === null) newer.value = false
    const answer = attention ? await attentionPage() : await api.call('history.search', {
      text, before, limit: pageSize, profileId: null,
      states: state === '' ? [] : [state],
      operations: operation === '' ? [] : [operation],
    })
    if (mine !== latest) return
    loading.value = false
    loaded.value = true
    if (!answer.ok) {
      failure.value = answer.failure
      return
    }
    rows.value = before === null ? answer.value.rows : [...rows.value, ...answer.value.rows]
    next.value = answer.value.next
  }

  async function attentionPage() {
    const answer = await api.call('history.needingAttention')
    return answer.ok ? { ok: true as const, value: { rows: answer.value, next: null } } : answer
  }

  async function loadMore(): Promise<void> {
    if (!loading.value && next.value !== null) await load(next.value)
  }

  async function reload(): Promise<void> {
    await load(null)
  }

  let pause: ReturnType<typeof setTimeout> | undefined
  watch(filter, (now, before) => {
    clearTimeout(pause)
    if (before !== undefined && now.text !== before.text) pause = setTimeout(() => { void reload() }, typingPauseMs)
    else void reload()
  }, { immediate: true })

  // The list of what needs attention is short and must be true; the long list must not move under somebody's eyes.
  const stopListening = api.on('journal.changed', () => {
    if (filter.value.attention || rows.value.length === 0) void reload()
    else newer.value = true
  })
  onScopeDispose(() => {
    clearTimeout(pause)
    latest += 1
    stopListening()
  })

  return { rows, failure, loading, complete, newer, loadMore, reload }
}
