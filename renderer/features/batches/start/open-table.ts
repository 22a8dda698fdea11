import type { BatchTarget } from './batch-target.ts'
import { api } from '../../../app/api.ts'
import { droppedTable } from '../../shared/dropped-table.ts'
import { useOpenDraft } from '../../shared/use-open-draft.ts'

/** Opens a table as a draft, from a file, a dropped file or pasted text, and shows its check. */
export function useOpenTable() {
  const { busy, failure, open } = useOpenDraft()

  const openFile = (target: BatchTarget) => open(() => api.call('batches.openFile', target))
  const openText = (target: BatchTarget, text: string) => open(() => api.call('batches.openText', { ...target, text }))

  const openDropped = (target: BatchTarget, file: File) => open(async () => {
    const table = await droppedTable(file)
    return table.ok ? await api.call('batches.openDropped', { ...target, ...table.value }) : table
  })

  return { busy, failure, openFile, openText, openDropped }
}
