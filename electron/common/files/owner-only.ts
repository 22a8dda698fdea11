import { chmodSync, closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

const stickyBit = 0o1000

/** The counts of `tightenModes`. */
export interface Tightened {
  /** Files and folders that others could reach and no longer can. */
  readonly tightened: number
  /** Files and folders that others can still reach, because the system refused the change. */
  readonly refused: number
}

/**
 * Removes all permissions but the owner's from a folder and everything in it. Links are not followed. Files of another
 * user are not changed, and neither is a folder that users share (`/tmp`). Never throws. On Windows, which has no such
 * modes, it does nothing.
 */
export function tightenModes(folder: string): Tightened {
  const top = process.platform === 'win32' ? null : statusOf(folder)
  return top === null || (top.mode & stickyBit) !== 0 ? nothing : tighten(folder, top)
}

/**
 * Creates an empty file with permissions for the owner alone if it does not exist, before a library creates it for
 * everyone. Never throws: where it fails, the library reports the reason.
 */
export function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It exists already, or the library that opens it next reports the error.
  }
}

const nothing: Tightened = { tightened: 0, refused: 0 }

function tighten(path: string, found: Stats): Tightened {
  if (found.isSymbolicLink() || found.uid !== process.getuid?.()) return nothing
  const parts = [closeToOthers(path, found)]
  if (found.isDirectory()) {
    for (const name of namesIn(path)) {
      const inside = statusOf(join(path, name))
      if (inside !== null) parts.push(tighten(join(path, name), inside))
    }
  }
  return parts.reduce((sum, part) => ({
    tightened: sum.tightened + part.tightened, refused: sum.refused + part.refused,
  }))
}

function closeToOthers(path: string, found: Stats): Tightened {
  const mode = found.mode & 0o7777
  const wanted = mode & (found.isDirectory() ? 0o700 : 0o600)
  if (mode === wanted) return nothing
  try {
    chmodSync(path, wanted)
    return { tightened: 1, refused: 0 }
  } catch {
    return { tightened: 0, refused: 1 }
  }
}

function statusOf(path: string): Stats | null {
  // A file that was removed meanwhile, or that may not be read, is skipped.
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
