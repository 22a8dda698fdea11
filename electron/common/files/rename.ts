import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from './file-failure.ts'

/** Windows' errors while a virus scanner, a backup or an indexer has a new file open. */
const temporaryErrors = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** Milliseconds before each further attempt; together one second. */
const pausesMs = [10, 20, 40, 80, 160, 320, 370]

/** The file system and the clock; tests pass their own. */
export interface RenameParts<Done> {
  readonly platform: NodeJS.Platform
  readonly rename: (from: string, to: string) => Done
  readonly pause: (ms: number) => Done
}

/**
 * Renames a file, replacing an existing one. On Windows a temporary refusal is retried for a second, with growing
 * pauses; elsewhere such a refusal is permanent. Rejects with the error of the last attempt; then nothing changed.
 */
export async function renamePatiently(
  from: string, to: string, { platform, rename: change, pause }: RenameParts<Promise<unknown>> = asynchronous,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      await change(from, to)
      return
    } catch (error) {
      if (!isTemporary(error, platform)) throw error
      await pause(pauseMs)
    }
  }
  await change(from, to)
}

/** As `renamePatiently`, but blocks the thread: for a rename that must finish before the thread does anything else. */
export function renamePatientlySync(
  from: string, to: string, { platform, rename: change, pause }: RenameParts<void> = synchronous,
): void {
  for (const pauseMs of pausesMs) {
    try {
      change(from, to)
      return
    } catch (error) {
      if (!isTemporary(error, platform)) throw error
      pause(pauseMs)
    }
  }
  change(from, to)
}

const asynchronous: RenameParts<Promise<unknown>> = { platform: process.platform, rename, pause: setTimeout }
const synchronous: RenameParts<void> = { platform: process.platform, rename: renameSync, pause: blockThread }

function isTemporary(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && temporaryErrors.has(codeOf(error) ?? '')
}

function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
