/** Reads a file that a person chose: completely, and as it was at one moment. */
import { open, type FileHandle } from 'node:fs/promises'
import { failed, success, type Result } from '#shared/result.ts'
import { reasonOf } from './file-failure.ts'

/** Why a file was not read. `too-large`: nothing of it was read. */
export type WholeFileFailure =
  | { readonly why: 'too-large' | 'changed-while-read' }
  | { readonly why: 'unreadable'; readonly reason: string }

/**
 * Reads a complete file of at most `most` bytes, from one handle. Checks its size before, and its size and time again
 * after reading, so that half of a table that is being written is not taken for a complete one.
 */
export async function readWholeFile(
  path: string, most: number,
): Promise<Result<Uint8Array<ArrayBuffer>, WholeFileFailure>> {
  let file: FileHandle | null = null
  try {
    file = await open(path, 'r')
    const before = await stateOf(file)
    if (before.size > BigInt(most)) return failed({ why: 'too-large' })
    const bytes = new Uint8Array(Number(before.size))
    const read = await fill(file, bytes)
    const after = await stateOf(file)
    const isUnchanged = read === bytes.length && after.size === before.size && after.mtimeNs === before.mtimeNs
    return isUnchanged ? success(bytes) : failed({ why: 'changed-while-read' })
  } catch (error) {
    return failed({ why: 'unreadable', reason: reasonOf(error) })
  } finally {
    await file?.close()
  }
}

/** Nanoseconds: a file may be written twice within a millisecond. */
async function stateOf(file: FileHandle): Promise<{ readonly size: bigint; readonly mtimeNs: bigint }> {
  return await file.stat({ bigint: true })
}

/** Reads until the bytes are full or the file ends; returns how many there are. */
async function fill(file: FileHandle, bytes: Uint8Array): Promise<number> {
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}
