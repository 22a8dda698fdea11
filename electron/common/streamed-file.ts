import { open, rm, type FileHandle } from 'node:fs/promises'
import { renamePatiently } from './rename.ts'

/**
 * Writes a file piece by piece under another name beside it (`<name>.part`) and gives it its own name when all of it is
 * on the disk. Rejects with what the pieces or the disk threw: then there is no new file, and what had the name before
 * is as it was.
 */
export async function writePieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
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
    // Why it failed says more than why the rest of it could not be removed.
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** A file of that name may be somebody's own, or what a killed run left: it is never written over. */
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
