import { onScopeDispose, shallowRef } from 'vue'
import type { EventPayload } from '#shared/ipc/contract.ts'
import { api } from '../../app/api.ts'

type Progress = EventPayload<'maintenance.progress'>

/** The progress of one kind of work on the history; null before its first report. `reset` sets it to null. */
export function useMaintenanceProgress(task: Progress['task']) {
  const progress = shallowRef<Progress | null>(null)
  onScopeDispose(api.on('maintenance.progress', (event) => { if (event.task === task) progress.value = event }))
  return { progress, reset: () => { progress.value = null } }
}

/** The completed part, 0 to 1; null if it is not known. */
export function partDone(progress: Progress | null): number | null {
  return progress === null || progress.total === null || progress.total === 0 ? null
    : Math.min(1, progress.done / progress.total)
}
