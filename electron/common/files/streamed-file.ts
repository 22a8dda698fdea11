import { open, rm, type FileHandle } from 'node:fs/promises'
import { renamePatiently } from './rename.ts'

/**
 * Writes a file piece by piece under another name beside it (`<name>.part`) and renames it when it is complete on the
 * disk. Rejects with the error of the pieces or the disk: then there is no new file, and an existing one is unchanged.
 */
export async function writePieces(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { part, file } = await openPart(path)
  try {
    try {
      for await (const piece of pieces) await file.writeFile(piece, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
    await renamePatiently(part, path)
  } catch (error) {
    // The caller needs the first error, not the reason why the partial file could not be removed.
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** An existing file of that name may be a person's, or left by a killed run: it is never overwritten. */
async function openPart(path: string): Promise<{ readonly part: string; readonly file: FileHandle }> {
  for (let number = 1; ; number += 1) {
    const part = number === 1 ? `${path}.part` : `${path}.${number}.part`
    try {
      return { part, file: await open(part, 'wx', 0o600) }
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error
    }
  }
}
