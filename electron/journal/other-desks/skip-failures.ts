import { describeError, type Log } from '../../common/processes/log.ts'
import type { Connection } from '../connection.ts'
import { diskReason } from '../sqlite-failure.ts'

/** Is called with the error of each event or entry that could not be processed. */
export type OnLeftOut = (error: unknown) => void

/** Does the work for one event or entry; null where it failed and was left out. */
export type Each = <Value>(work: () => Value) => Value | null

/**
 * Runs `work` in a transaction. Where an event or entry fails, everything is done once more with each of them whole or
 * not at all, so that no record of another desk stops the copying of the others: savepoints for all would take a tenth
 * of the time. Errors of the disk are thrown.
 */
export function inTransaction(connection: Connection, onLeftOut: OnLeftOut, work: (each: Each) => void): void {
  try {
    connection.transaction(() => { work((one) => one()) })
  } catch (error) {
    if (diskReason(error) !== null) throw error
    connection.transaction(() => { work((one) => apart(connection, onLeftOut, one)) })
  }
}

function apart<Value>(connection: Connection, onLeftOut: OnLeftOut, work: () => Value): Value | null {
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
