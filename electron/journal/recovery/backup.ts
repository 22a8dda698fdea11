import { chmodSync, closeSync, fdatasync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { UtcTime } from '#shared/brands.ts'
import type { Backup } from '#shared/model/history/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { renamePatiently } from '../../common/files/rename.ts'
import type { Connection } from '../connection.ts'
import type { FileCheck } from '../records.ts'
import { diskReason } from '../sqlite-failure.ts'
import { filesOf, stampedName, timeInName } from './file-names.ts'
import { bytesOf, unresolvedFile } from './quarantine.ts'
import type { Progress } from './salvage.ts'
import { checkFile } from './soundness.ts'
import { markDamaged, readState } from './state-file.ts'
import { mayBackUpWhileWriting } from './thread-safety.ts'

const beginning = 'journal-'
const unfinished = 'journal.part'
const daysKept = 7
/** Pages copied at once, before other work of the journal can run: about a megabyte, a few milliseconds. */
const pagesPerStep = 200
/** The file is synchronized during the copy, so that the last synchronization, which is awaited, is short. */
const stepsBetweenSyncs = 40
/** How often a backup is begun again if it meets a write. */
const mostTries = 1_000

/** Checks every page of a file without blocking the journal. */
export type CheckThoroughly = (path: string) => Promise<FileCheck>

/**
 * Copies the journal while it is being written, with SQLite's online backup. If SQLite was built for one thread per
 * connection, copies all of it at once, while writes wait. Checks the copy before it gets its name. Keeps the new
 * backup and the newest good one of each of the last seven days that have one. A failure (a plain sentence) leaves no
 * partial file and removes no earlier backup. While this history may lack entries, no backup is removed: only an
 * earlier one may have them.
 */
export async function makeBackup(connection: Connection, { at, check, progress }: {
  at: UtcTime; check: CheckThoroughly; progress: Progress
}): Promise<Result<Backup, string>> {
  const { backups } = filesOf(connection.path)
  const part = join(backups, unfinished)
  try {
    mkdirSync(backups, { recursive: true, mode: 0o700 })
    removePart(part)
    await copyTo(part, connection, progress)
    const found = await check(part)
    if (found.result === 'bad') {
      removePart(part)
      markDamaged(connection.path)
      return failed(`${found.detail} That was the copy; the history itself may be damaged too. `
        + 'Start the application again: it then looks at all of the history.')
    }
    const fileName = stampedName(beginning, at)
    await renamePatiently(part, join(backups, fileName))
    if (isComplete(connection.path)) removeOld(backups, { fileName, at })
    return success({ fileName, at, bytes: bytesOf(join(backups, fileName)), check: found })
  } catch (error) {
    const detail = diskReason(error)
    if (detail === null) throw error
    tryRemovePart(part)
    return failed(detail)
  }
}

/** False until a person has resolved that a part of the history is missing or was damaged. */
function isComplete(databasePath: string): boolean {
  const state = readState(databasePath)
  return state.missing === null && unresolvedFile(databasePath, state) === null
}

/** Every backup of a journal, newest first. Opens each of them. */
export function listBackups(databasePath: string): Backup[] {
  const { backups } = filesOf(databasePath)
  return namesIn(backups).map(({ fileName, at }) => {
    const path = join(backups, fileName)
    return { fileName, at, bytes: bytesOf(path), check: checkFile(path, { thorough: false }) }
  })
}

/** True if there is a backup, good or bad. */
export function hasBackups(databasePath: string): boolean {
  return namesIn(filesOf(databasePath).backups).length > 0
}

/** The path of a backup; null if none has the name. SECURITY: a name from the page is never used as a path. */
export function backupPath(databasePath: string, fileName: string): string | null {
  const { backups } = filesOf(databasePath)
  return namesIn(backups).some((known) => known.fileName === fileName) ? join(backups, fileName) : null
}

async function copyTo(part: string, connection: Connection, progress: Progress): Promise<void> {
  // Created here, because SQLite would create it readable by everyone on the machine.
  const file = openSync(part, 'wx', 0o600)
  let steps = 0
  try {
    chmodSync(part, 0o600)
    if (mayBackUpWhileWriting(connection.database)) {
      const pages = await retryWhileWriting(() => backup(connection.database, part, {
        rate: pagesPerStep,
        progress: ({ totalPages, remainingPages }) => {
          progress(totalPages - remainingPages, totalPages)
          steps += 1
          // Errors are ignored here: the last synchronization reports them.
          if (steps % stepsBetweenSyncs === 0) fdatasync(file, () => undefined)
        },
      }))
      progress(pages, pages)
    } else copyAtOnce(connection.database, part, progress)
    await new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => { if (error === null) resolve(); else reject(error) })
    })
  } finally {
    closeSync(file)
  }
}

/**
 * Copies on the connection's own thread. Row numbers do not change, because every table has an explicit key.
 */
function copyAtOnce(database: DatabaseSync, part: string, progress: Progress): void {
  const row = database.prepare('PRAGMA page_count').get()
  const pages = Number(row?.page_count ?? 0)
  progress(0, pages)
  database.prepare('VACUUM INTO ?').run(part)
  progress(pages, pages)
}

/**
 * Begins a backup again if its first step meets a write. Node then fails with an error whose message is "not an error".
 * A write lasts for one turn of the event loop, so a few attempts are enough.
 */
async function retryWhileWriting(begin: () => Promise<number>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await begin()
    } catch (error) {
      const metAWrite = error instanceof Error && 'errcode' in error && error.errcode === 0
      if (!metAWrite || tries === mostTries) throw error
      await setImmediate()
    }
  }
}

/**
 * Removes old backups. Days are UTC, as in the names. A bad backup counts for no day, and is removed once it is older
 * than all kept ones. Backups with a future time are counted separately, so that a clock that was ahead does not remove
 * those of the current days.
 */
function removeOld(folder: string, created: BackupName): void {
  const names = namesIn(folder)
  for (const isAhead of [false, true]) {
    removeOldAmong(folder, names.filter(({ at }) => at > created.at === isAhead), created.fileName)
  }
}

function removeOldAmong(folder: string, names: readonly BackupName[], created: string): void {
  const isGood = (fileName: string) => checkFile(join(folder, fileName), { thorough: false }).result === 'good'
  const good = names.filter(({ fileName }) => isGood(fileName))
  const newestOfDay = new Map(good.toReversed().map((name) => [name.at.slice(0, 10), name]))
  const kept = [...newestOfDay.values()].slice(-daysKept)
  const oldest = kept[0]?.at ?? ''
  const old = names.filter((name) => !kept.includes(name) && name.fileName !== created
    && (good.includes(name) || (kept.length === daysKept && name.at < oldest)))
  for (const { fileName } of old) rmSync(join(folder, fileName), { force: true })
}

interface BackupName { readonly fileName: string; readonly at: UtcTime }

function namesIn(folder: string): BackupName[] {
  return namesOf(folder).flatMap((fileName) => {
    const at = timeInName(beginning, fileName)
    return at === null ? [] : [{ fileName, at }]
  }).sort((one, other) => other.at.localeCompare(one.at))
}

function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No backup exists yet.
    return []
  }
}

function removePart(part: string): void {
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(part + beside, { force: true })
}

function tryRemovePart(part: string): void {
  try {
    removePart(part)
  } catch {
    // The caller reports the first error; the next backup removes the file.
  }
}
