import { startJournal } from '../journal/client.ts'
import type { BuiltPaths, DataPaths } from './installation/paths.ts'

/** The answer of `openHistory`, perhaps before it is there. */
export type OpeningHistory = ReturnType<typeof openHistory>

/**
 * Opens the history in its thread; with `quarantineDevelopment` one of a development version is quarantined. A thread
 * that ends by itself ends the application: nothing can be kept then, so nothing may be sent.
 */
export function openHistory(
  { data, built }: { readonly data: DataPaths; readonly built: BuiltPaths }, quarantineDevelopment: boolean,
) {
  return startJournal({
    workerPath: built.journal,
    databasePath: data.journal,
    logFolder: data.logs,
    quarantineDevelopment,
    onDefect: (error) => { queueMicrotask(() => { throw error }) },
  })
}
