import type { DatabaseSync } from 'node:sqlite'

/**
 * Whether SQLite was built so that several threads may use one connection (`SQLITE_THREADSAFE=1`, serialized). Node's
 * online backup runs on another thread, over the same connection with which the journal continues to write. A second
 * connection is not possible, as the journal's file is locked. Nor can the file itself be read: closing it would
 * release SQLite's lock.
 */
export function mayBackUpWhileWriting(database: Pick<DatabaseSync, 'prepare'>): boolean {
  return database.prepare('PRAGMA compile_options').all().some((row) => row.compile_options === 'THREADSAFE=1')
}
