import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { api } from '../../../app/api.ts'

export type ExportFormat = 'csv' | 'json-lines'

/** A finished export. */
export interface Exported {
  readonly fileName: string
  readonly entries: number
}

/** Runs one export at a time, with progress; a cancelled export leaves no file. */
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

  /** Starts the export; main asks the person for the file. Returns when the export has ended. */
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
    // A person who closes the file dialog needs no message.
    else if (answer.failure.code !== 'cancelled' || cancelling.value) failure.value = answer.failure
  }

  /** Cancels the running export; `start` reports its end. Does nothing without one. */
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
