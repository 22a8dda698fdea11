import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { Salvage, QuarantinedFile } from '#shared/model/maintenance.ts'
import { writeAtomically } from '../../common/atomic-file.ts'
import { besides, filesOf, stampedName, timeInName } from './file-names.ts'

const reasons = ['damaged', 'replaced'] as const
const beginningOf = (why: QuarantinedFile['why']): string => `journal.${why}-`
const resolvedEnding = '.seen'
const notAllReadEnding = '.not-all-read'

/**
 * Gives a closed journal another name, with its log, and answers that name. Nothing is ever deleted or written over. A
 * power cut half-way leaves what `finishQuarantine` completes. Throws when the disk refuses; then it
 * has its name still.
 */
export function quarantine(databasePath: string, why: QuarantinedFile['why'], at: UtcTime): string {
  const { folder, quarantining } = filesOf(databasePath)
  const name = freeName(folder, why, at)
  // Durable before the first move: a journal without its log would open as if its newest events had never been.
  writeAtomically(quarantining, name)
  try {
    moveAll(databasePath, join(folder, name))
  } catch (error) {
    moveAll(join(folder, name), databasePath)
    throw error
  } finally {
    rmSync(quarantining)
  }
  return name
}

/** Completes what a power cut interrupted; call before the journal is opened. Answers what was put aside, or null. */
export function finishQuarantine(databasePath: string): string | null {
  const { folder, quarantining } = filesOf(databasePath)
  if (!existsSync(quarantining)) return null
  const name = readFileSync(quarantining, 'utf8')
  const isOurs = reasons.some((why) => timeInName(beginningOf(why), name) !== null)
  if (isOurs && !existsSync(join(folder, name))) moveAll(databasePath, join(folder, name))
  rmSync(quarantining)
  return isOurs && existsSync(join(folder, name)) ? name : null
}

/** Every journal that was put aside, newest first. */
export function listQuarantined(databasePath: string): QuarantinedFile[] {
  const { folder } = filesOf(databasePath)
  return readdirSync(folder).flatMap((fileName) => reasons.flatMap((why) => {
    const at = timeInName(beginningOf(why), fileName)
    return at === null ? [] : [{ fileName, at, bytes: bytesOf(join(folder, fileName)), why }]
  })).sort((one, other) => other.at.localeCompare(one.at))
}

/** A journal that was put aside, and why what it holds is not all known here. */
export interface UnresolvedFile {
  readonly fileName: string
  readonly why: 'damaged' | 'not-all-read'
}

/**
 * The newest journal that was damaged, or of which not everything could be taken over, and that nobody has salvaged
 * whole or given up; null when there is none. While it is there, this history may not know of orders under way.
 */
export function unresolvedFile(databasePath: string): UnresolvedFile | null {
  const { folder } = filesOf(databasePath)
  const has = (fileName: string, end: string) => existsSync(join(folder, fileName + end))
  const [open] = listQuarantined(databasePath).flatMap(({ fileName, why }): UnresolvedFile[] => {
    if (has(fileName, resolvedEnding)) return []
    if (has(fileName, notAllReadEnding)) return [{ fileName, why: 'not-all-read' }]
    return why === 'damaged' ? [{ fileName, why }] : []
  })
  return open ?? null
}

/** Notes that a journal that was put aside was taken over whole, or that a person has given it up. */
export function resolveDamage(databasePath: string, fileName: string): void {
  writeFileSync(join(filesOf(databasePath).folder, fileName + resolvedEnding), '', { mode: 0o600 })
}

/**
 * Notes what was taken over of a journal that was put aside: all of it settles the file. What could not be read, or has
 * to wait, may be a charge whose result nobody knows.
 */
export function noteYield(databasePath: string, fileName: string, { lost, waiting }: Pick<Salvage, 'lost' | 'waiting'>): void {
  if (lost === 0 && waiting === 0) resolveDamage(databasePath, fileName)
  else writeFileSync(join(filesOf(databasePath).folder, fileName + notAllReadEnding), '', { mode: 0o600 })
}

/** Notes that SQLite found the journal damaged; the next start looks closely. Never throws. */
export function markDamaged(databasePath: string): void {
  try {
    writeFileSync(filesOf(databasePath).damageMark, '', { mode: 0o600 })
  } catch {
    // On a disk that takes nothing any more the next start finds the damage by itself, or the next write does.
  }
}

/** True when the last run found the journal damaged. */
export function isMarkedDamaged(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).damageMark)
}

/** Takes the mark away. */
export function removeDamageMark(databasePath: string): void {
  rmSync(filesOf(databasePath).damageMark, { force: true })
}

/** Bytes of a file; 0 when there is none. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** A name nobody has: two within one millisecond get two. */
function freeName(folder: string, why: QuarantinedFile['why'], at: UtcTime): string {
  for (let moment = Date.parse(at); ; moment += 1) {
    const name = stampedName(beginningOf(why), new Date(moment).toISOString() as UtcTime)
    if (['', ...besides].every((beside) => !existsSync(join(folder, name + beside)))) return name
  }
}

/** The log first and the journal last: as long as the journal has its old name, what is missing can be completed. */
function moveAll(from: string, to: string): void {
  for (const beside of [...besides, '']) {
    if (existsSync(from + beside)) renameSync(from + beside, to + beside)
  }
}
