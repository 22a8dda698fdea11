import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { Salvage } from '#shared/model/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { quarantine } from './aside.ts'
import type { CheckThoroughly } from './backup.ts'
import { diskReason } from '../sqlite-failure.ts'
import { takeOverSeals } from '../proof/chain.ts'
import type { Connection } from '../connection.ts'
import { besides, filesOf } from './file-names.ts'
import { openJournal } from '../open.ts'
import type { Restored } from '../records.ts'
import { closeLeftovers, startOfRun } from '../write/record.ts'
import { noteRestored, resolveRestored } from './restored.ts'
import { salvage, type Progress } from './salvage.ts'

/** The steps of a restore, for tests that end the process at each of them. */
export const restoreSteps = ['copied', 'opened', 'salvaged', 'closed', 'whole', 'journal-closed', 'put-aside', 'in-place'] as const
export type RestoreStep = (typeof restoreSteps)[number]

export interface RestoreWork {
  readonly at: UtcTime
  readonly check: CheckThoroughly
  readonly progress: Progress
  readonly breathe: () => Promise<void>
  readonly reached?: (step: RestoreStep) => void
}

/**
 * Makes a backup the journal. The new file is finished beside the old one first: a checked copy of the backup, brought
 * to today's form, with all that the old one yields added, so that no charge is forgotten. Only then they change
 * places, by names alone; `finishRestoring` ends that after a power cut. Nobody may write to the journal meanwhile. On
 * failure (a plain sentence) the journal is as it was.
 */
export async function restore(
  connection: Connection, backupFile: string, work: RestoreWork,
): Promise<Result<Filled, string>> {
  const reached = work.reached ?? (() => undefined)
  const files = filesOf(connection.path)
  removeLeftovers(files.database)
  try {
    await copyFile(backupFile, files.restoring)
    await chmod(files.restoring, 0o600)
    reached('copied')
    const found = await work.check(files.restoring)
    if (found.result === 'bad') return failed(found.detail)
    const opened = openJournal(files.restoring)
    if (!opened.ok) return failed('detail' in opened.failure ? opened.failure.detail : 'The backup can not be opened.')
    reached('opened')
    const counts = await fill(opened.value, connection, work).finally(() => {
      if (opened.value.database.isOpen) opened.value.close()
    })
    reached('closed')
    if (besides.some((beside) => existsSync(files.restoring + beside))) return failed('The backup could not be finished.')
    makeDurable(files.restoring)
    const restored = { ...counts, fileName: basename(backupFile), at: work.at }
    noteRestored(files.database, restored)
    renameSync(files.restoring, files.restored)
    reached('whole')
    changePlaces(connection, opened.value.atOpen.position, work.at, reached)
    resolveRestored(files.database, restored)
    return success(counts)
  } catch (error) {
    const detail = diskReason(error)
    if (detail === null) throw error
    return failed(detail)
  } finally {
    removeLeftovers(files.database)
  }
}

/**
 * Ends a restore that was interrupted: the new journal is taken where the old one has given up its name already, and is
 * removed where it has not, for the old one may have gone on since. Call before the journal is opened where there is
 * none, and otherwise by whoever holds it. `restoredHere` tells afterwards whether one took place.
 */
export function finishRestoring(databasePath: string): void {
  const { restored } = filesOf(databasePath)
  if (existsSync(restored) && !existsSync(databasePath)) renameSync(restored, databasePath)
  removeLeftovers(databasePath)
}

/** What a restore brought. */
export type Filled = Salvage & Pick<Restored, 'contradicted'>

async function fill(
  target: Connection, from: Connection, { at, progress, breathe, reached }: RestoreWork,
): Promise<Filled> {
  const contradicted = !takeOverSeals(target, from.database)
  const counts = await salvage(target, from.database, { at, progress, breathe })
  // Nothing is under way now: what has no outcome in the backup, and none since, will get none.
  closeLeftovers(target, startOfRun(target), at)
  reached?.('salvaged')
  return contradicted ? { ...counts, contradicted } : counts
}

/**
 * From the first name on it goes through or is completed at the next start; the connection then is the new one's, and
 * what it holds up to `backedUp` is all that this run did not write.
 */
function changePlaces(
  connection: Connection, backedUp: number, at: UtcTime, reached: (step: RestoreStep) => void,
): void {
  const { database, restored } = filesOf(connection.path)
  let inPlace = false
  connection.close()
  reached('journal-closed')
  try {
    quarantine(database, 'replaced', at)
    reached('put-aside')
    renameSync(restored, database)
    inPlace = true
    reached('in-place')
  } finally {
    // Whichever of the two has the name: the journal goes on with it.
    if (existsSync(database)) {
      const opened = openJournal(database)
      if (opened.ok) {
        if (inPlace) opened.value.atOpen = { ...opened.value.atOpen, position: backedUp }
        connection.become(opened.value)
      }
    }
  }
}

function removeLeftovers(databasePath: string): void {
  const { restoring, restored, fromBackup } = filesOf(databasePath)
  // What was noted ahead has not taken place. Gone first: without the files it would say that it has.
  if (existsSync(databasePath) && (existsSync(restored) || existsSync(restoring))) rmSync(fromBackup, { force: true })
  for (const end of ['', ...besides]) rmSync(restoring + end, { force: true })
  if (existsSync(databasePath)) rmSync(restored, { force: true })
}

function makeDurable(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
