import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { Salvage } from '#shared/model/history/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Connection } from '../connection.ts'
import { closeLeftovers } from '../recording/record.ts'
import type { Restored } from '../records.ts'
import { diskReason } from '../sqlite-failure.ts'
import { newestEvent } from '../write/events.ts'
import type { CheckThoroughly } from './backup.ts'
import { changeFiles, changeSteps, freeName, removeUnfinished } from './file-changes.ts'
import { contradicts } from './contradiction.ts'
import { sqliteSuffixes, filesOf } from './file-names.ts'
import { openJournal } from './open.ts'
import { salvage, type Progress } from './salvage.ts'

/** The steps of a restore, for tests that end the process at each of them. */
export const restoreSteps = ['copied', 'opened', 'salvaged', 'closed', 'whole', 'journal-closed', ...changeSteps] as const
type RestoreStep = (typeof restoreSteps)[number]

export interface RestoreWork {
  readonly at: UtcTime
  readonly check: CheckThoroughly
  readonly progress: Progress
  readonly breathe: () => Promise<void>
  readonly reached?: (step: RestoreStep) => void
}

/**
 * Replaces the journal with a backup. First completes the new file next to the old one: a checked copy of the backup,
 * migrated, with all readable entries of the old one, so that no charge is lost. Then exchanges the files by renaming;
 * after a power cut the next start completes that. Nothing may write to the journal meanwhile. On failure (a plain
 * sentence) the journal is unchanged.
 */
export async function restore(
  connection: Connection, backupFile: string, work: RestoreWork,
): Promise<Result<RestoreCounts, string>> {
  const reached = work.reached ?? (() => undefined)
  const files = filesOf(connection.path)
  removeUnfinished(files.database)
  try {
    await copyFile(backupFile, files.restored)
    await chmod(files.restored, 0o600)
    reached('copied')
    const found = await work.check(files.restored)
    if (found.result === 'bad') return failed(found.detail)
    const opened = openJournal(files.restored)
    if (!opened.ok) return failed('detail' in opened.failure ? opened.failure.detail : 'The backup cannot be opened.')
    reached('opened')
    const counts = await fill(opened.value, connection, work).finally(() => { opened.value.close() })
    reached('closed')
    if (sqliteSuffixes.some((suffix) => existsSync(files.restored + suffix))) return failed('The backup could not be finished.')
    makeDurable(files.restored)
    reached('whole')
    const restored = { ...counts, fileName: basename(backupFile), at: work.at }
    replaceJournal(connection, opened.value.atOpen.position, restored, reached)
    return success(counts)
  } catch (error) {
    const detail = diskReason(error)
    if (detail === null) throw error
    return failed(detail)
  } finally {
    removeUnfinished(files.database)
  }
}

/** The result of a restore. */
export type RestoreCounts = Salvage & Pick<Restored, 'contradicted'>

async function fill(
  target: Connection, from: Connection, { at, progress, breathe, reached }: RestoreWork,
): Promise<RestoreCounts> {
  const contradicted = contradicts(target, from.database)
  const counts = await salvage(target, from.database, { at, progress, breathe })
  // No send is in progress now, so an entry without an outcome in both files will get none.
  closeLeftovers(target, newestEvent(target), at)
  reached?.('salvaged')
  return contradicted ? { ...counts, contradicted } : counts
}

/** Exchanges the files; then the connection uses the new one. This run wrote none of its rows up to `backedUp`. */
function replaceJournal(
  connection: Connection, backedUp: number, restored: Restored, reached: (step: RestoreStep) => void,
): void {
  const { path } = connection
  const fileName = freeName(path, 'replaced', restored.at)
  connection.close()
  reached('journal-closed')
  try {
    changeFiles(path, { kind: 'replace', fileName, restored }, reached)
  } finally {
    const isInPlace = existsSync(join(filesOf(path).folder, fileName))
    // The file that now has the journal's name is the journal.
    const opened = existsSync(path) ? openJournal(path) : null
    if (opened?.ok === true) {
      if (isInPlace) opened.value.atOpen = { ...opened.value.atOpen, position: backedUp }
      connection.takeDatabaseOf(opened.value)
    }
  }
}

function makeDurable(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
