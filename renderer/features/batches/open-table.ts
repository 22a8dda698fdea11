import { ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { BatchTarget } from './batch-target.ts'
import { largestFile } from '#shared/model/table.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'
import { base64Of } from '../shared/file-base64.ts'

const largestShown = `${largestFile / (1024 * 1024)} MB`

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

  async function openDropped(target: BatchTarget, file: File): Promise<void> {
    // Refused before a byte is read.
    if (file.size > largestFile) {
      failure.value = { code: 'table-refused', why: 'too-large', detail: largestShown }
      return
    }
    await open(async () => {
      const bytes = await base64Of(file)
      if (bytes === null) return { ok: false, failure: { code: 'table-refused', why: 'changed-while-read', detail: '' } }
      return await api.call('batches.openDropped', { ...target, fileName: file.name, bytes })
    })
  }

  return { busy, failure, openFile, openText, openDropped }
}
