import { startJournal } from '../journal/client.ts'
import type { BuiltPaths, DataPaths } from './installation/paths.ts'

/** The history while its thread opens it. */
export type OpeningHistory = ReturnType<typeof openHistory>

/**
 * Opens the history in its thread. `quarantineDevelopment`: quarantines the history of a development version. If the
 * thread ends by itself, the application ends too: without a journal nothing may be sent.
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
