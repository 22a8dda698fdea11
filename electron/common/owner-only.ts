import { chmodSync, closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

const stickyBit = 0o1000

/** What `tightenModes` found. */
export interface Tightened {
  /** Files and folders that others could reach and no longer can. */
  readonly tightened: number
  /** Files and folders that others can still reach, because the system refused the change. */
  readonly refused: number
}

/**
 * Takes from everybody but the owner what they may do with a folder and all that is in it, down to the last file.
 * Links are not followed, what belongs to another user is left alone, and so is a folder that users share (`/tmp`).
 * Never throws. On Windows, which knows no such modes, nothing is done.
 */
export function tightenModes(folder: string): Tightened {
  const top = process.platform === 'win32' ? null : look(folder)
  return top === null || (top.mode & stickyBit) !== 0 ? nothing : tighten(folder, top)
}

/**
 * Creates an empty file that is the owner's alone where there is none, for a library that would create it for
 * everybody. Never throws: where it can't be created, the library says why.
 */
export function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It is there already, or whoever opens it next is told the reason.
  }
}

const nothing: Tightened = { tightened: 0, refused: 0 }

function tighten(path: string, found: Stats): Tightened {
  if (found.isSymbolicLink() || found.uid !== process.getuid?.()) return nothing
  const parts = [closeToOthers(path, found)]
  if (found.isDirectory()) {
    for (const name of namesIn(path)) {
      const inside = look(join(path, name))
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

function look(path: string): Stats | null {
  // What is gone meanwhile, or may not be looked at, is nobody's file to change.
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
