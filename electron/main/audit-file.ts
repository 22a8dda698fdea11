/** The file of the audit trail that a collector reads, on the disk. */
import { constants, readFileSync, realpathSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, isAbsolute, sep } from 'node:path'
import { z } from '#shared/model/zod.ts'
import { writeAtomically } from '../common/atomic-file.ts'
import { reasonOf } from '../common/file-failure.ts'
import type { AuditFile } from '../desk/audit-file.ts'

const positionSchema = z.object({ path: z.string(), line: z.number().int().min(1), link: z.string() })

/**
 * Makes it. `positionFile` keeps how far it was written; `ownFolder`, the application's data, takes no such file.
 *
 * The file is opened by its name each time: a collector may rename it, and a new one begins.
 */
export function createAuditFile({ positionFile, ownFolder }: { positionFile: string; ownFolder: string }): AuditFile {
  return {
    async append(path, lines) {
      try {
        if (!isAbsolute(path)) return 'its path is not a full one'
        // SECURITY: the history and the profiles are in this folder; text must not be appended to them.
        if (isIn(path, ownFolder)) return 'the folder of the application’s own data takes no audit file'
        const file = await openForAppending(path)
        try {
          return await appendTo(file, lines)
        } finally {
          await file.close()
        }
      } catch (error) {
        return reasonOf(error)
      }
    },
    position() {
      try {
        return positionSchema.parse(JSON.parse(readFileSync(positionFile, 'utf8')))
      } catch {
        // Not there, or not to be read: the whole trail is written again, each line with the id it had.
        return null
      }
    },
    keepPosition(position) { writeAtomically(positionFile, JSON.stringify(position)) },
  }
}

function isIn(path: string, folder: string): boolean {
  return `${realpathSync(dirname(path))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
}

/** A pipe that nobody reads is refused at once in place of waiting for a reader. */
async function openForAppending(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_RDWR } = constants as Partial<typeof constants>
  return await open(path, (O_APPEND ?? 0) | (O_CREAT ?? 0) | O_NONBLOCK | (O_RDWR ?? 0), 0o600)
}

async function appendTo(file: FileHandle, lines: string): Promise<string | null> {
  const about = await file.stat()
  if (!about.isFile()) return 'it is not a file'
  if (about.size > 0 && await byteAt(file, 0) !== '{') return 'a file with other content has this name'
  if (lines === '') return null
  // A line that a full disk cut off must not swallow the next one.
  const cutOff = about.size > 0 && await byteAt(file, about.size - 1) !== '\n'
  await file.writeFile(cutOff ? `\n${lines}` : lines, 'utf8')
  await file.sync()
  return null
}

async function byteAt(file: FileHandle, position: number): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  return buffer.toString('latin1')
}
