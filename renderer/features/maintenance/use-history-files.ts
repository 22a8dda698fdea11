import { computed, onMounted, onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Backup, Salvage } from '#shared/model/history/maintenance.ts'
import { api } from '../../app/api.ts'
import { useHistoryFiles as useStore } from '../../app/stores/history-files.ts'
import { partDone, useMaintenanceProgress } from './use-maintenance-progress.ts'

export type Work = 'backup' | 'restore' | 'salvage' | 'give-up'

/** The actions on the history's files, one at a time, with their progress. */
export function useHistoryFiles() {
  const store = useStore()
  const busy = ref<Work | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** The result of the last restore or salvage. */
  const recovered = shallowRef<{ readonly work: 'restore' | 'salvage'; readonly counts: Salvage } | null>(null)
  const progress = { backup: useMaintenanceProgress('backup'), restore: useMaintenanceProgress('restore'), salvage: useMaintenanceProgress('salvage') }
  const part = computed(() => (busy.value === null || busy.value === 'give-up' ? null : partDone(progress[busy.value].progress.value)))

  onMounted(() => { void store.load() })
  // A charge adds an entry, and a daily backup adds a file.
  onScopeDispose(api.on('journal.changed', () => { if (busy.value === null) void store.load() }))

  async function run<Answer extends { ok: true } | { ok: false; failure: Failure }>(
    work: Work, call: () => Promise<Answer>,
  ): Promise<Answer | null> {
    if (busy.value !== null) return null
    busy.value = work
    failure.value = null
    recovered.value = null
    if (work !== 'give-up') progress[work].reset()
    const answer = await call()
    if (!answer.ok) failure.value = answer.failure
    await store.load()
    busy.value = null
    return answer
  }

  async function recover(
    work: 'restore' | 'salvage', call: () => Promise<CallAnswer<'maintenance.restore'>>,
  ): Promise<boolean> {
    const answer = await run(work, call)
    if (answer?.ok !== true) return false
    recovered.value = { work, counts: answer.value }
    return true
  }

  return {
    store, busy, failure, recovered, part,
    /** Returns the backup, or null if it failed (see `failure`). */
    backUp: async (): Promise<Backup | null> => {
      const answer = await run('backup', () => api.call('maintenance.backUp'))
      return answer?.ok === true ? answer.value : null
    },
    restore: (fileName: string) => recover('restore', () => api.call('maintenance.restore', { fileName })),
    salvage: (fileName: string) => recover('salvage', () => api.call('maintenance.salvage', { fileName })),
    /** Gives up a quarantined file or, with null, the missing history. */
    giveUp: (fileName: string | null) => run('give-up', () => api.call('maintenance.giveUp', { fileName })),
  }
}
