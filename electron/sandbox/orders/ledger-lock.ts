/**
 * Only one process at a time writes a ledger. The lock is the system's own, on an empty file beside the ledger, and
 * ends with the process in any case, so a kill leaves nothing to clean up. The lock file stays: after its removal two
 * processes could hold two locks.
 */
import { closeSync, openSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Another process, or another sandbox in this process, holds the ledger's lock. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse'
}

const busy = 5

/** Locks a ledger's file, which must exist, until the returned function is called. Throws `LedgerInUse`. */
export function lockLedger(file: string): () => void {
  // A file with two names has one lock.
  const path = `${realpathSync(file)}.lock`
  // Readable only for its owner: SQLite itself would create it readable for everyone.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Node has no file locks; SQLite's work on every system. Nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => { database.close() }
  } catch (error) {
    database.close()
    throw error instanceof Error && Reflect.get(error, 'errcode') === busy ? new LedgerInUse() : error
  }
}
