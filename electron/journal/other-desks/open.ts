/** Opens the file of copied logs. An unusable one is created again, as the team has all of its content. */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { DeskId } from '#shared/brands.ts'
import { createForOwner } from '../../common/files/owner-only.ts'
import { Connection } from '../connection.ts'
import { versionOf } from '../migrations/index.ts'
import { integer } from '../row.ts'
import { otherDesksSchema } from './schema.ts'

/** "GCO6" in the file's header. */
const applicationId = 0x47434f36
/** Less than the journal's own, so that a desk of a team does not need much more memory than another one. */
const cacheKilobytes = 20_480
/** While a log is copied, the same pages change often. A rare checkpoint writes each of them fewer times. */
const pagesOfALog = 4_000

/**
 * Opens the copies of a desk. Creates an empty file if there is none, or if it belongs to another desk or version or
 * cannot be read. Throws errors of the disk.
 */
export function openOtherDesks(path: string, ownDeskId: DeskId): Connection {
  const found = openExisting(path)
  if (found !== null && isOf(found, ownDeskId)) return found
  found?.close()
  deleteOtherDesks(path)
  return begin(path, ownDeskId)
}

/** Deletes the file with its log. */
export function deleteOtherDesks(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
}

function openExisting(path: string): Connection | null {
  try {
    return connected(path)
  } catch {
    return null
  }
}

function begin(path: string, ownDeskId: DeskId): Connection {
  const connection = connected(path)
  connection.transaction(() => {
    for (const step of otherDesksSchema) step.apply(connection)
    connection.run('INSERT INTO copies VALUES (1, ?, NULL)', ownDeskId)
    connection.database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versionOf(otherDesksSchema)}`)
  })
  return connection
}

function connected(path: string): Connection {
  // SECURITY: SQLite would create it readable by everyone. SQLite's log and index get the same mode as this file.
  createForOwner(path)
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true })
  try {
    // Temporary data stays in memory: in a file it would take a seventh of the copying time.
    // Data lost in a power cut is copied again, so no write waits for the disk.
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${pagesOfALog}; PRAGMA cache_size = ${-cacheKilobytes};
      PRAGMA temp_store = MEMORY`)
  } catch (error) {
    database.close()
    throw error
  }
  const connection = new Connection(database, () => undefined)
  connection.numberedByTime = false
  return connection
}

function isOf(connection: Connection, ownDeskId: DeskId): boolean {
  try {
    const header = (name: string): number => integer(connection.first(`PRAGMA ${name}`) ?? {}, name)
    return header('application_id') === applicationId && header('user_version') === versionOf(otherDesksSchema)
      && connection.first('SELECT own_desk_id FROM copies')?.own_desk_id === ownDeskId
  } catch {
    return false
  }
}
