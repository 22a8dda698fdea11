import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { api } from '../../../app/api.ts'

export type ExportFormat = 'csv' | 'json-lines'

/** What was saved. */
export interface Exported {
  readonly fileName: string
  readonly entries: number
}

/** One export at a time: how far it is, and a cancel after which no file is left. */
export function useExport() {
  const running = ref<string | null>(null)
  const cancelling = ref(false)
  const done = ref(0)
  const total = ref<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const exported = shallowRef<Exported | null>(null)

  function clear(): void {
    failure.value = null
    exported.value = null
  }

  /** Asks main, which asks the person where to save. Answers when the file is there, or isn't. */
  async function start(filter: HistoryFilter, format: ExportFormat): Promise<void> {
    if (running.value !== null) return
    const exportId = crypto.randomUUID()
    clear()
    done.value = 0
    total.value = null
    cancelling.value = false
    running.value = exportId
    const answer = await api.call('history.export', { exportId, filter, format })
    running.value = null
    if (answer.ok) exported.value = answer.value
    // A place that nobody chose needs no words.
    else if (answer.failure.code !== 'cancelled' || cancelling.value) failure.value = answer.failure
  }

  /** Ends the export; what comes of it is told as any end is. Does nothing when none is going on. */
  async function cancel(): Promise<void> {
    const exportId = running.value
    if (exportId === null || cancelling.value) return
    cancelling.value = true
    await api.call('history.cancelExport', { exportId })
  }

  const stopListening = api.on('history.exporting', (event) => {
    if (event.exportId !== running.value) return
    done.value = event.done
    total.value = event.total
  })
  onBeforeUnmount(() => {
    stopListening()
    void cancel()
  })

  return { running, cancelling, done, total, failure, exported, start, cancel, clear }
}
