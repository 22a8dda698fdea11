import type { DatabaseSync } from 'node:sqlite'

/**
 * Whether SQLite was built so that one connection may be used by several threads (`SQLITE_THREADSAFE=1`, serialized).
 * Node's online backup steps on a thread of its own pool over the connection that the journal goes on writing with. A
 * connection beside it is no way out, as the journal's file is locked against every other; nor is reading the file
 * itself, as closing it would end SQLite's lock.
 */
export function mayBackUpWhileWriting(database: Pick<DatabaseSync, 'prepare'>): boolean {
  return database.prepare('PRAGMA compile_options').all().some((row) => row.compile_options === 'THREADSAFE=1')
}
