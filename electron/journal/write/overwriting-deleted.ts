import type { Connection } from '../connection.ts'

/**
 * Does `work`, then empties the file's log, which has earlier states of the pages, so that removed text cannot be
 * recovered. In the file itself, SQLite overwrites deleted data (`secure_delete`).
 */
export function overwritingDeleted<Value>(connection: Connection, work: () => Value): Value {
  const value = work()
  connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return value
}
