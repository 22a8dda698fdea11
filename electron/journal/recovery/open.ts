import { DatabaseSync } from 'node:sqlite'
import { failed, success, type Result } from '#shared/result.ts'
import { createForOwner } from '../../common/files/owner-only.ts'
import { applicationId, isOfDevelopment } from '../application-id.ts'
import { newestLink } from '../chain/chain.ts'
import { Connection } from '../connection.ts'
import { migrations, stepsFrom, versionOf, type Migration } from '../migrations/index.ts'
import { restoreRules } from '../proof/rules.ts'
import type { JournalOpenFailure } from '../records.ts'
import { integer } from '../row.ts'
import { plainReason, primaryResultCode, meansDamaged } from '../sqlite-failure.ts'
import { viewOf, type EntryView } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { deriveEntry, rebuildReadingTables } from '../write/reading-tables.ts'
import { watchFiles } from './file-watch.ts'
import { JournalDamaged, checkNewest } from './soundness.ts'

const busy = 5
/** SQLite's code for a refused statement, for example one that creates a name that already exists. */
const refused = 1
/** Enough for the upper pages of every index of a long history, so that a lookup reads one or two pages of the file. */
const cacheKilobytes = 32_768

/**
 * Opens the journal at a path, creates it if there is none, and migrates an older one. The file stays locked against
 * every other process until `close` or the end of this process. A file of a newer version, of a development version or
 * of another application is not changed, nor is one that another process has locked. `damaged`: this process could lock
 * the file, but SQLite cannot read it as a journal. `steps` are the migrations of this version.
 */
export function openJournal(path: string, steps = migrations): Result<Connection, JournalOpenFailure> {
  let database: DatabaseSync | null = null
  try {
    // SECURITY: SQLite would create it readable by everyone. SQLite's log and index get the same mode as this file.
    createForOwner(path)
    database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true })
    // Set before the first access, so that the first read takes the lock and never releases it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const refusal = refuseForeignFile(database, versionOf(steps))
    if (refusal !== null) {
      database.close()
      return failed(refusal)
    }
    // Always with `secure_delete`: splitting a page or correcting a note leaves copies that no later removal would
    // reach.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA cache_size = ${-cacheKilobytes}; BEGIN EXCLUSIVE; COMMIT`)
    const connection = new Connection(database, watchFiles(path))
    migrate(connection, steps)
    const changedRules = restoredRules(connection, steps)
    checkNewest(connection)
    connection.atOpen = { position: newestLink(connection).position, changedRules }
    return success(connection)
  } catch (error) {
    if (database?.isOpen === true) database.close()
    if (primaryResultCode(error) === busy) return failed({ code: 'held-by-another' })
    if (error instanceof JournalDamaged) return failed({ code: 'damaged', detail: 'The journal file is damaged.' })
    const detail = plainReason(error)
    if (detail === null) throw error
    return failed({ code: meansDamaged(error) ? 'damaged' : 'unusable', detail })
  }
}

/** Restores the rules. Throws `JournalDamaged` if tables or rules have names that the migrations do not create. */
function restoredRules(connection: Connection, steps: readonly Migration[]): string[] {
  try {
    return restoreRules(connection, steps)
  } catch (error) {
    if (primaryResultCode(error) === refused) throw new JournalDamaged('its rules cannot be put back')
    throw error
  }
}

function refuseForeignFile(database: DatabaseSync, known: number): JournalOpenFailure | null {
  const found = pragma(database, 'user_version')
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {}
  const isNew = found === 0 && integer(tables, 'tables') === 0
  const application = pragma(database, 'application_id')
  if (isOfDevelopment(application)) return { code: 'development-version' }
  if (!isNew && application !== applicationId) {
    return { code: 'unusable', detail: 'The file belongs to another application.' }
  }
  return found > known ? { code: 'newer-version', found, known } : null
}

function migrate(connection: Connection, steps: readonly Migration[]): void {
  const missing = stepsFrom(pragma(connection.database, 'user_version'), steps)
  if (missing.length === 0) return
  connection.transaction(() => {
    for (const migration of missing) migration.apply(connection)
    if (missing.some(({ changesReadingTables }) => changesReadingTables)) rebuildReadingTables(connection)
    else for (const { changesEntries } of missing) deriveAgain(connection, changesEntries)
    connection.database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versionOf(steps)}`)
  })
}

function deriveAgain(connection: Connection, changes: Migration['changesEntries']): void {
  if (changes === undefined) return
  for (const row of connection.all(changes.candidates)) {
    const seq = integer(row, 'seq')
    const view = readableView(connection, seq)
    if (view !== null && changes.concerns(view.row)) deriveEntry(connection, seq)
  }
}

/** An entry; null if an event is invalid. A verification reports that; the other entries can still be used. */
function readableView(connection: Connection, seq: number): EntryView | null {
  try {
    return viewOf(historyOf(connection, seq))
  } catch (error) {
    if (primaryResultCode(error) !== null) throw error
    return null
  }
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return integer(database.prepare(`PRAGMA ${name}`).get() ?? {}, name)
}
