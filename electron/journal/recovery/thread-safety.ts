import type { DatabaseSync } from 'node:sqlite'

/**
 * Whether SQLite was built so that one connection may be used by several threads (`SQLITE_THREADSAFE=1`, serialized).
 * Node's online backup steps on a thread of its own pool over the connection that the journal goes on writing with, and
 * a connection beside it is none of the ways out: the journal's file is locked against every other.
 */
export function mayBackUpWhileWriting(database: Pick<DatabaseSync, 'prepare'>): boolean {
  return database.prepare('PRAGMA compile_options').all().some((row) => row.compile_options === 'THREADSAFE=1')
}
