import { dirname, join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'

/** What lies beside the journal at `databasePath`, all of it in its folder or in `backups` below it. */
export interface JournalFiles {
  readonly database: string
  readonly folder: string
  readonly backups: string
  /** Holds the name that the journal is just being given; there only while it is put aside. */
  readonly quarantining: string
  /** An empty file: SQLite found damage while the application ran, and the next start looks closely. */
  readonly damageMark: string
  /** An empty file: a journal was made here. */
  readonly begun: string
  /** Names what of the history is gone, until a backup is restored or a person gives it up. */
  readonly gone: string
  /** Names what was gone and is resolved. */
  readonly missingResolved: string
  /** A copy of a backup that is being made into the journal; worth nothing before it has the next name. */
  readonly restoring: string
  /** The whole journal that takes the place of the one there is. */
  readonly restored: string
  /** Says of which backup the journal was made, from before it takes its place until the audit trail says it. */
  readonly fromBackup: string
}

/** The names of a journal's files. */
export function filesOf(databasePath: string): JournalFiles {
  const folder = dirname(databasePath)
  return {
    database: databasePath,
    folder,
    backups: join(folder, 'backups'),
    quarantining: `${databasePath}.putting-aside`,
    damageMark: `${databasePath}.damaged`,
    begun: `${databasePath}.begun`,
    gone: `${databasePath}.gone`,
    missingResolved: `${databasePath}.gone-settled`,
    restoring: join(folder, 'journal.restoring.sqlite'),
    restored: join(folder, 'journal.restored.sqlite'),
    fromBackup: `${databasePath}.from-backup`,
  }
}

const stamp = /^\d{8}T\d{9}Z$/
const ending = '.sqlite'

/** `<beginning><UTC time>.sqlite`, with a time that every file system takes: "20261120T094107120Z". */
export function stampedName(beginning: string, at: UtcTime): string {
  return `${beginning}${at.replace(/[-:.]/g, '')}${ending}`
}

/** The time in a name that `stampedName` made with this beginning; null for any other name. */
export function timeInName(beginning: string, name: string): UtcTime | null {
  if (!name.startsWith(beginning) || !name.endsWith(ending)) return null
  const text = name.slice(beginning.length, -ending.length)
  if (!stamp.test(text)) return null
  const part = (from: number, to: number) => text.slice(from, to)
  const date = `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}`
  return `${date}T${part(9, 11)}:${part(11, 13)}:${part(13, 15)}.${part(15, 18)}Z` as UtcTime
}

/** The files SQLite may keep beside a database. */
export const besides = ['-wal', '-shm'] as const
