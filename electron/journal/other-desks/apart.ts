import { describeError, type Log } from '../../common/log.ts'
import type { Connection } from '../connection.ts'
import { diskReason } from '../sqlite-failure.ts'

/** Is called with the error of each event or entry that could not be processed. */
export type OnLeftOut = (error: unknown) => void

/**
 * Does `work` for one event or entry, whole or not at all. An error is reported and returns null, so that no record of
 * another desk stops the copying of the others; errors of the disk are thrown. Call inside a transaction.
 */
export function apart<Value>(connection: Connection, onLeftOut: OnLeftOut, work: () => Value): Value | null {
  connection.run('SAVEPOINT apart')
  try {
    const value = work()
    connection.run('RELEASE apart')
    return value
  } catch (error) {
    if (diskReason(error) !== null) throw error
    connection.run('ROLLBACK TO apart')
    connection.run('RELEASE apart')
    onLeftOut(error)
    return null
  }
}

/** Writes a line for each error, without its message, which may quote the record. */
export function loggingLeftOut(log: Log): OnLeftOut {
  return (error) => {
    const { message: _quoting, ...fields } = describeError(error)
    log.warn('copied-entry-left-out', fields)
  }
}
