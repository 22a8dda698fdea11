import type { Connection } from '../connection.ts'

/**
 * Does `work`, then empties the log of the file, which has earlier states of the pages: removed text must not be
 * recoverable. In the file itself each connection is opened to overwrite what is deleted.
 */
export function overwritingDeleted<Value>(connection: Connection, work: () => Value): Value {
  const value = work()
  connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return value
}
