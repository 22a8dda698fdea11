import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeAtomically } from '../../common/atomic-file.ts'
import { listQuarantined } from './aside.ts'
import { hasBackups } from './backup.ts'
import { filesOf } from './file-names.ts'

/** Notes beside the journal that one was made here, so that a later start without it is not taken for the first. */
export function noteBegun(databasePath: string): void {
  const { begun } = filesOf(databasePath)
  if (existsSync(begun)) return
  try {
    writeFileSync(begun, '', { mode: 0o600 })
  } catch {
    // A disk that takes nothing any more says so at the next write; the next start makes up for this one.
  }
}

/** True when there was a history before: a journal was made here, a backup of it, or one was put aside. */
export function wasHereBefore(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).begun) || hasBackups(databasePath) || listQuarantined(databasePath).length > 0
}

/**
 * Notes durably that the history, or its end, is gone. `what` names what is missing: once that has been resolved it is
 * not noted again. Throws when the disk refuses.
 */
export function noteMissing(databasePath: string, what: string): void {
  const { gone, missingResolved } = filesOf(databasePath)
  if (existsSync(missingResolved) && readFileSync(missingResolved, 'utf8') === what) return
  writeAtomically(gone, what)
}

/** True while it is noted that the history, or its end, is gone. */
export function isMissing(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).gone)
}

/** Ends that: a backup was restored, or a person gave up what is missing. */
export function resolveMissing(databasePath: string): void {
  const { gone, missingResolved } = filesOf(databasePath)
  if (!existsSync(gone)) return
  rmSync(missingResolved, { force: true })
  renameSync(gone, missingResolved)
}
