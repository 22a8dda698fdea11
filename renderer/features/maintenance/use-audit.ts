import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { AuditLine } from '#shared/model/history/maintenance.ts'
import { api } from '../../app/api.ts'
import { coalesced } from '../../app/coalesced.ts'

const pageSize = 50

/** The audit trail, newest first, in pages. New lines appear automatically while the first page is shown. */
export function useAudit() {
  const lines = shallowRef<readonly AuditLine[]>([])
  const next = ref<string | null>(null)
  const loaded = ref(false)
  const loading = ref(false)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function load(before: string | null): Promise<void> {
    const mine = ++latest
    loading.value = true
    const answer = await api.call('maintenance.audit', { before, limit: pageSize })
    if (mine !== latest) return
    loading.value = false
    loaded.value = true
    failure.value = answer.ok ? null : answer.failure
    if (!answer.ok) return
    lines.value = before === null ? answer.value.lines : [...lines.value, ...answer.value.lines]
    next.value = answer.value.next
  }

  const refresh = coalesced(async () => {
    if (lines.value.length <= pageSize) await load(null)
  })

  void load(null)
  const stops = (['profiles.changed', 'journal.changed', 'vault.changed'] as const)
    .map((name) => api.on(name, () => { void refresh() }))
  onScopeDispose(() => {
    latest += 1
    for (const stop of stops) stop()
  })

  return {
    lines, loaded, loading, failure,
    hasOlder: computed(() => next.value !== null),
    reload: () => load(null),
    loadOlder: async () => { if (next.value !== null) await load(next.value) },
  }
}
