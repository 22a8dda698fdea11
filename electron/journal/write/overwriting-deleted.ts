import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'

/** Makes SQLite overwrite what `work` deletes, in the file and in its log: removed text must not be recoverable. */
export function overwritingDeleted<Value>(connection: Connection, work: () => Value): Value {
  const before = integer(connection.first('PRAGMA secure_delete') ?? {}, 'secure_delete')
  connection.database.exec('PRAGMA secure_delete = ON')
  try {
    const value = work()
    connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return value
  } finally {
    connection.database.exec(`PRAGMA secure_delete = ${before}`)
  }
}
