import type { DatabaseSync } from 'node:sqlite'

/**
 * Whether SQLite was built so that several threads may use one connection (`SQLITE_THREADSAFE=1`, serialized). Node's
 * online backup runs on a thread of its own pool over the connection that the journal keeps writing with. A second
 * connection is not possible, as the journal's file is locked against every other. Neither is reading the file itself,
 * as closing it would end SQLite's lock.
 */
export function mayBackUpWhileWriting(database: Pick<DatabaseSync, 'prepare'>): boolean {
  return database.prepare('PRAGMA compile_options').all().some((row) => row.compile_options === 'THREADSAFE=1')
}
