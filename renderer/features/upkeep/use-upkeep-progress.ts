import { onScopeDispose, shallowRef } from 'vue'
import type { EventPayload } from '#shared/ipc/contract.ts'
import { api } from '../../app/api.ts'

type Progress = EventPayload<'upkeep.progress'>

/** How far one kind of work on the history has come; null while none of it was told. `reset` forgets what was told. */
export function useUpkeepProgress(task: Progress['task']) {
  const progress = shallowRef<Progress | null>(null)
  onScopeDispose(api.on('upkeep.progress', (told) => { if (told.task === task) progress.value = told }))
  return { progress, reset: () => { progress.value = null } }
}

/** The part that is done, 0 to 1; null where it is not known. */
export function partDone(progress: Progress | null): number | null {
  return progress === null || progress.total === null || progress.total === 0 ? null
    : Math.min(1, progress.done / progress.total)
}
