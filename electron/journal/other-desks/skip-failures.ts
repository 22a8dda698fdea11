import { describeError, type Log } from '../../common/processes/log.ts'
import type { Connection } from '../connection.ts'
import { diskReason } from '../sqlite-failure.ts'

/** Called with the error of each event or entry that was skipped. */
export type OnSkipped = (error: unknown) => void

/** Runs the work for one event or entry; null if it failed and was skipped. */
export type Each = <Value>(work: () => Value) => Value | null

/**
 * Runs `work` in a transaction. If an event or entry fails, runs all of it again with a savepoint for each, and skips
 * those that fail, so that no record of another desk stops the copying of others. Savepoints from the beginning would
 * cost a tenth of the time. Throws errors of the disk.
 */
export function inTransaction(connection: Connection, onSkipped: OnSkipped, work: (each: Each) => void): void {
  try {
    connection.transaction(() => { work((one) => one()) })
  } catch (error) {
    if (diskReason(error) !== null) throw error
    connection.transaction(() => { work((one) => withSavepoint(connection, onSkipped, one)) })
  }
}

function withSavepoint<Value>(connection: Connection, onSkipped: OnSkipped, work: () => Value): Value | null {
  connection.run('SAVEPOINT withSavepoint')
  try {
    const value = work()
    connection.run('RELEASE withSavepoint')
    return value
  } catch (error) {
    if (diskReason(error) !== null) throw error
    connection.run('ROLLBACK TO withSavepoint')
    connection.run('RELEASE withSavepoint')
    onSkipped(error)
    return null
  }
}

/** Returns the listener that logs each error, without its message, which may contain the record. */
export function logSkipped(log: Log): OnSkipped {
  return (error) => {
    const { message: _quoting, ...fields } = describeError(error)
    log.warn('copied-entry-left-out', fields)
  }
}
