import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { QuarantinedFile } from '#shared/model/history/maintenance.ts'

/** The paths of a journal's files, all in its folder or in `backups` below it. */
export function filesOf(databasePath: string) {
  const folder = dirname(databasePath)
  return {
    database: databasePath,
    folder,
    backups: join(folder, 'backups'),
    /** The state of recovery (`state.ts`). */
    state: `${databasePath}.recovery.json`,
    /** The journal that a restore creates; it counts only once the state records that it replaces the journal. */
    restored: join(folder, 'journal.restored.sqlite'),
  }
}

const stamp = /^\d{8}T\d{9}Z$/
const ending = '.sqlite'

/** `<beginning><UTC time>.sqlite`, with a time that every file system permits: "20261120T094107120Z". */
export function stampedName(beginning: string, at: UtcTime): string {
  return `${beginning}${at.replace(/[-:.]/g, '')}${ending}`
}

/** The time in a name that `stampedName` created with this beginning; null for any other name. */
export function timeInName(beginning: string, name: string): UtcTime | null {
  if (!name.startsWith(beginning) || !name.endsWith(ending)) return null
  const text = name.slice(beginning.length, -ending.length)
  if (!stamp.test(text)) return null
  const part = (from: number, to: number) => text.slice(from, to)
  const date = `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}`
  return `${date}T${part(9, 11)}:${part(11, 13)}:${part(13, 15)}.${part(15, 18)}Z` as UtcTime
}

/** The reasons why a journal is quarantined; the file's name contains the reason. */
export const quarantineReasons = ['damaged', 'replaced', 'development'] as const satisfies readonly QuarantinedFile['why'][]

/** The beginning of the name of a quarantined journal. */
export const quarantineBeginning = (why: QuarantinedFile['why']): string => `journal.${why}-`

/** True for a name that this application gives to a quarantined journal; such a name cannot leave the folder. */
export function isQuarantineName(name: string): boolean {
  return quarantineReasons.some((why) => timeInName(quarantineBeginning(why), name) !== null)
}

/** The names of journals quarantined for a reason, newest first. */
export function listNames(databasePath: string, why: QuarantinedFile['why']): string[] {
  const beginning = quarantineBeginning(why)
  return readdirSync(dirname(databasePath)).filter((name) => timeInName(beginning, name) !== null).sort().reverse()
}

/** The endings of the files that SQLite may create next to a database. */
export const sqliteSuffixes = ['-wal', '-shm'] as const
