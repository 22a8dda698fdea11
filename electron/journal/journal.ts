import { isMainThread } from 'node:worker_threads'
import { createCalls } from './calls.ts'
import type { Connection } from './connection.ts'
import { listMethods } from './list/methods.ts'
import { proofMethods } from './proof/methods.ts'
import { readMethods } from './read/methods.ts'
import { recordingMethods } from './recording/methods.ts'
import { recoveryMethods, maintenanceWithoutThread, type MaintenanceParts } from './recovery/methods.ts'
import { markDamaged } from './recovery/state-file.ts'
import { text } from './row.ts'
import { teamMethods } from './team/methods.ts'
import { newestEvent } from './write/events.ts'

/**
 * Creates the journal over an open database: all its calls, each in the wrapper of `calls.ts`. A defect (an unknown
 * entry, a second outcome) is thrown. `parts` has what the maintenance of its files needs from the thread.
 */
export function createJournal(connection: Connection, parts: MaintenanceParts = maintenanceWithoutThread) {
  const calls = createCalls(connection, () => { markDamaged(connection.path) })
  return {
    ...recordingMethods(calls, newestEvent(connection)),
    ...readMethods(calls),
    ...listMethods(calls),
    ...proofMethods(calls),
    ...teamMethods(calls),
    ...recoveryMethods(calls, parts),
    selfCheck: calls.read((connection) => ({ ...checkSqlite(connection), onThread: !isMainThread })),
    close: calls.read((connection) => { connection.close() }),
    /** From now on `listener` is called whenever links were added to the chain. */
    whenLinked: calls.whenLinked,
  }
}

function checkSqlite(connection: Connection): { readonly fullTextSearch: boolean; readonly sqliteVersion: string } {
  const version = connection.first('SELECT sqlite_version() AS version') ?? {}
  // Queries the index instead of the list of build options: this throws if the module is missing.
  connection.all('SELECT rowid FROM entry_text WHERE entry_text MATCH ? LIMIT 1', '"wapproved"')
  return { fullTextSearch: true, sqliteVersion: text(version, 'version') }
}
