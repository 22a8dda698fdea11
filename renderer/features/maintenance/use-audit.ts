import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { AuditLine } from '#shared/model/maintenance.ts'
import { api } from '../../app/api.ts'

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

  function refresh(): void {
    if (lines.value.length <= pageSize) void load(null)
  }

  void load(null)
  const stops = [
    api.on('profiles.changed', refresh), api.on('journal.changed', refresh), api.on('vault.changed', refresh),
  ]
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
