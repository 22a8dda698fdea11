import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import { api } from '../../app/api.ts'

/** One entry of the history, read again when the history changes. */
export function useEntry(entryId: Readonly<Ref<EntryId>>) {
  const detail = shallowRef<EntryDetail | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function load(): Promise<void> {
    const mine = ++latest
    const answer = await api.call('history.entry', { entryId: entryId.value })
    if (mine !== latest) return
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) detail.value = answer.value
  }

  watch(entryId, () => {
    detail.value = null
    void load()
  }, { immediate: true })
  const stopListening = api.on('journal.changed', () => { void load() })
  onScopeDispose(() => {
    latest += 1
    stopListening()
  })

  return { detail, failure, load }
}
