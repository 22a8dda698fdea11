/** The file of the audit trail that a collector reads, on the disk. */
import { constants, readFileSync, type BigIntStats } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { z } from '#shared/model/values/zod.ts'
import { failed, success } from '#shared/result.ts'
import { writeAtomically } from '../../common/files/atomic-file.ts'
import { codeOf, reasonOf } from '../../common/files/file-failure.ts'
import type { Appended, AuditFile } from '../../desk/audit-file.ts'
import { auditPathIn, auditPathProblem } from './folder.ts'
import { holdsAuditLines, lastIdBefore } from './lines.ts'

type Position = Parameters<AuditFile['keepPosition']>[0]

const positionSchema = z.object({
  path: z.string(), line: z.number().int().min(1), link: z.string(),
  file: z.object({ identity: z.string(), bytes: z.number().int().min(0) }),
})

const positionsSchema = z.array(positionSchema)
/** Number of paths whose position is stored. If a folder is chosen again, writing continues where it ended. */
const mostPaths = 8

const otherContent = 'a file with other content has this name'

/**
 * Creates the audit file. `positionFile` stores its progress; `ownFolder` is the application's data.
 * The file is opened by its name each time: a collector may rename or truncate it.
 */
export function createAuditFile({ positionFile, ownFolder }: { positionFile: string; ownFolder: string }): AuditFile {
  return {
    async choose(folder) {
      try {
        const path = auditPathIn(folder)
        const problem = auditPathProblem(path, ownFolder) ?? await contentProblem(path)
        return problem === null ? success(path) : failed(problem)
      } catch (error) {
        return failed(reasonOf(error))
      }
    },
    async append(path, lines, last) {
      try {
        const problem = auditPathProblem(path, ownFolder)
        if (problem !== null) return { kind: 'refused', why: problem }
        const file = await openUnlinked(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR)
        try {
          return await appendTo(file, lines, last)
        } finally {
          await file.close()
        }
      } catch (error) {
        return { kind: 'refused', why: reasonToOpen(error) }
      }
    },
    position: (path) => positionsIn(positionFile).find((position) => position.path === path) ?? null,
    keepPosition(position) {
      const others = positionsIn(positionFile).filter(({ path }) => path !== position.path)
      writeAtomically(positionFile, JSON.stringify([position, ...others].slice(0, mostPaths)))
    },
  }
}

/** The positions of the paths that were chosen last, the newest first. */
function positionsIn(positionFile: string): readonly Position[] {
  try {
    return positionsSchema.parse([JSON.parse(readFileSync(positionFile, 'utf8'))].flat())
  } catch {
    // Missing or unreadable: the whole trail is written again, each line with the same id as before.
    return []
  }
}

/** Why the file at `path` cannot become the audit file; null if it can, or if there is no file. */
async function contentProblem(path: string): Promise<string | null> {
  let file: FileHandle
  try {
    file = await openUnlinked(path, constants.O_RDONLY)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : reasonToOpen(error)
  }
  try {
    return fileProblem(await file.stat({ bigint: true })) ?? (await holdsAuditLines(file, 0) ? null : otherContent)
  } finally {
    await file.close()
  }
}

/** Opens a file, but no link. A pipe without a reader is refused at once. */
async function openUnlinked(path: string, flags: number): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  // SECURITY: a link in place of the file would redirect the lines to another file. Windows has no flag for this.
  if (O_NOFOLLOW === 0 && await lstat(path).then((about) => about.isSymbolicLink(), () => false)) {
    throw Object.assign(new Error('a link'), { code: 'ELOOP' })
  }
  return await open(path, flags | O_NONBLOCK | O_NOFOLLOW, 0o600)
}

function reasonToOpen(error: unknown): string {
  return codeOf(error) === 'ELOOP' ? 'a link has its name' : reasonOf(error)
}

function fileProblem(about: BigIntStats): string | null {
  if (!about.isFile()) return 'it is not a file'
  // SECURITY: as with a link, the lines would also appear in a file of another name.
  return about.nlink > 1n ? 'the file has a second name' : null
}

async function appendTo(file: FileHandle, lines: string, last: Position | null): Promise<Appended> {
  const about = await file.stat({ bigint: true })
  const problem = fileProblem(about)
  if (problem !== null) return { kind: 'refused', why: problem }
  const identity = `${about.dev}:${about.ino}`
  const bytes = Number(about.size)
  const continues = last !== null && last.file.identity === identity && last.file.bytes <= bytes
    && await lastIdBefore(file, last.file.bytes) === last.link
  if (!await holdsAuditLines(file, continues ? last.file.bytes : 0)) return { kind: 'refused', why: otherContent }
  const begunAgain = last !== null && !continues
  if (lines === '') return { kind: 'written', file: { identity, bytes }, begunAgain }
  // A line that a full disk cut off must not be joined with the next one.
  const endsIncomplete = bytes > 0 && await byteAt(file, bytes - 1) !== '\n'
  await file.writeFile(endsIncomplete ? `\n${lines}` : lines, 'utf8')
  await file.sync()
  const after = await file.stat()
  return { kind: 'written', file: { identity, bytes: after.size }, begunAgain }
}

async function byteAt(file: FileHandle, position: number): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  return buffer.toString('latin1')
}
