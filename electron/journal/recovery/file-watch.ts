import { statSync } from 'node:fs'
import { JournalFileMissing } from '../sqlite-failure.ts'

/**
 * Returns a check that throws `JournalFileMissing` if the database or its write-ahead log is no longer the opened file.
 * SQLite writes to a deleted file without an error, and the intent would be lost with it.
 */
export function watchFiles(databasePath: string): () => void {
  const database = identityOf(databasePath)
  const logPath = `${databasePath}-wal`
  let log: string | null = null
  return () => {
    if (identityOf(databasePath) !== database) throw new JournalFileMissing('database file is gone')
    const current = identityOf(logPath)
    log ??= current
    if (current === null || current !== log) throw new JournalFileMissing('write-ahead log is gone')
  }
}

function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
