import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeAtomically } from '../common/atomic-file.ts'
import { listSetAside } from './aside.ts'
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
  return existsSync(filesOf(databasePath).begun) || hasBackups(databasePath) || listSetAside(databasePath).length > 0
}

/**
 * Notes durably that the history, or its end, is gone. `what` names what is missing: once that has been settled it is
 * not noted again. Throws when the disk refuses.
 */
export function noteGone(databasePath: string, what: string): void {
  const { gone, goneSettled } = filesOf(databasePath)
  if (existsSync(goneSettled) && readFileSync(goneSettled, 'utf8') === what) return
  writeAtomically(gone, what)
}

/** True while it is noted that the history, or its end, is gone. */
export function isGone(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).gone)
}

/** Ends that: a backup was restored, or a person gave up what is missing. */
export function settleGone(databasePath: string): void {
  const { gone, goneSettled } = filesOf(databasePath)
  if (!existsSync(gone)) return
  rmSync(goneSettled, { force: true })
  renameSync(gone, goneSettled)
}
