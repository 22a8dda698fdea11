/** Renames the journal's file and replaces it with a restored one. A change that was begun is always completed. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { QuarantinedFile } from '#shared/model/history/maintenance.ts'
import { renamePatientlySync } from '../../common/files/rename.ts'
import { sqliteSuffixes, filesOf, quarantineBeginning, stampedName } from './file-names.ts'
import type { FileChange } from './state.ts'
import { advance, readState } from './state-file.ts'

/** The steps of a change, for tests that end the process at each of them. */
export const changeSteps = ['begun', 'put-aside', 'in-place', 'completed'] as const
type ChangeReached = (step: (typeof changeSteps)[number]) => void
const ignore: ChangeReached = () => undefined

/**
 * Renames a closed journal with its log, and returns the new name. Deletes and overwrites nothing. Throws if the disk
 * refuses; then the journal still has its name.
 */
export function quarantine(databasePath: string, why: QuarantinedFile['why'], at: UtcTime): string {
  const fileName = freeName(databasePath, why, at)
  changeFiles(databasePath, { kind: 'quarantine', fileName })
  return fileName
}

/**
 * Renames a closed journal and its replacement. After a power cut the next start completes the change. Throws if the
 * disk refuses; then every file has its old name, or the next start completes the change.
 */
export function changeFiles(databasePath: string, change: FileChange, reached = ignore): void {
  // Recorded durably before the first move, because a journal without its log would open without its newest events.
  advance(databasePath, { event: 'change-begun', change })
  reached('begun')
  try {
    completeChange(databasePath, reached)
  } catch (error) {
    abandonChange(databasePath, change)
    throw error
  }
}

/** Completes a change that was begun, and returns it; null without one. Call before the journal is opened. */
export function completeChange(databasePath: string, reached = ignore): FileChange | null {
  const { change } = readState(databasePath)
  if (change === null) return null
  const { folder, restored } = filesOf(databasePath)
  const quarantined = join(folder, change.fileName)
  if (!existsSync(quarantined)) {
    if (change.kind === 'replace' && !existsSync(restored)) {
      // The change was abandoned, but the disk refused to record that.
      advance(databasePath, { event: 'change-abandoned' })
      return null
    }
    moveJournal(databasePath, quarantined)
  }
  reached('put-aside')
  if (change.kind === 'replace' && existsSync(restored)) renamePatientlySync(restored, databasePath)
  reached('in-place')
  advance(databasePath, { event: 'change-completed' })
  reached('completed')
  return change
}

/** A free name for a quarantined journal, also for a second one within one millisecond. */
export function freeName(databasePath: string, why: QuarantinedFile['why'], at: UtcTime): string {
  const { folder } = filesOf(databasePath)
  for (let moment = Date.parse(at); ; moment += 1) {
    const name = stampedName(quarantineBeginning(why), new Date(moment).toISOString() as UtcTime)
    if (['', ...sqliteSuffixes].every((suffix) => !existsSync(join(folder, name + suffix)))) return name
  }
}

/** Removes the files of an incomplete restore. The caller must hold the journal's lock. */
export function removeUnfinished(databasePath: string): void {
  if (readState(databasePath).change !== null) return
  for (const end of ['', ...sqliteSuffixes]) rmSync(filesOf(databasePath).restored + end, { force: true })
}

/**
 * Reverts a change. SECURITY: the old journal is used again only after the change is no longer recorded: otherwise a
 * start would complete the change, and the journal's new rows would be lost.
 */
function abandonChange(databasePath: string, { kind, fileName }: FileChange): void {
  const { folder, restored } = filesOf(databasePath)
  if (kind === 'replace') {
    // The new file is in place already. Only its record is missing, and the next start writes it.
    if (!existsSync(restored)) return
    moveJournal(join(folder, fileName), databasePath)
    rmSync(restored)
  } else moveJournal(join(folder, fileName), databasePath)
  advance(databasePath, { event: 'change-abandoned' })
}

/** Moves the log first and the journal last. While the journal has its old name, the change can be completed. */
function moveJournal(from: string, to: string): void {
  for (const suffix of [...sqliteSuffixes, '']) {
    if (existsSync(from + suffix)) renamePatientlySync(from + suffix, to + suffix)
  }
}
