import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { TeamEntry } from '#shared/model/team-history.ts'
import { api } from '../../app/api.ts'

/** One entry as the team has it, read again when the team tells something new. */
export function useTeamEntry(entryId: Readonly<Ref<EntryId>>) {
  const entry = shallowRef<TeamEntry | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function load(): Promise<void> {
    const mine = ++latest
    const answer = await api.call('team.entry', { entryId: entryId.value })
    if (mine !== latest) return
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) entry.value = answer.value
  }

  watch(entryId, () => {
    entry.value = null
    void load()
  }, { immediate: true })
  const stopListening = api.on('team.changed', () => { void load() })
  onScopeDispose(() => {
    latest += 1
    stopListening()
  })

  return { entry, failure, load }
}
