import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { renamePatientlySync } from './rename.ts'

/**
 * Replaces a file as a whole: after a crash at any moment either the old or the new content is there, never a part.
 * Throws when it can't be written; the old content is then still there.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const next = `${path}.new`
  try {
    const file = openSync(next, 'w', 0o600)
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renamePatientlySync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
  makeRenameDurable(dirname(path))
}

/** Renames a file to the first free quarantine name beside it and returns that name. Throws when the rename fails. */
export function quarantine(path: string): string {
  for (let number = 1; ; number += 1) {
    const quarantined = `${path}.unreadable-${number}`
    if (existsSync(quarantined)) continue
    renamePatientlySync(path, quarantined)
    return quarantined
  }
}

function makeRenameDurable(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows opens no folders; its rename is durable without this.
  }
}
