import { ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { BatchTarget } from './batch-target.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'
import { droppedTable } from '../shared/dropped-table.ts'

/** Opens a table as a draft, from a file, a dropped file or the clipboard, and goes to its check. */
export function useOpenTable() {
  const router = useRouter()
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)

  async function open(call: () => Promise<CallAnswer<'batches.openFile'>>): Promise<void> {
    if (busy.value) return
    busy.value = true
    failure.value = null
    const answer = await call()
    busy.value = false
    if (answer.ok) await router.push(`/batches/draft/${answer.value.draftId}`)
    else if (answer.failure.code !== 'cancelled') failure.value = answer.failure
  }

  const openFile = (target: BatchTarget) => open(() => api.call('batches.openFile', target))
  const openText = (target: BatchTarget, text: string) => open(() => api.call('batches.openText', { ...target, text }))

  const openDropped = (target: BatchTarget, file: File) => open(async () => {
    const table = await droppedTable(file)
    return table.ok ? await api.call('batches.openDropped', { ...target, ...table.value }) : table
  })

  return { busy, failure, openFile, openText, openDropped }
}
