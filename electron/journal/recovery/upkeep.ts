import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { Backup, Salvage, Maintenance } from '#shared/model/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { bytesOf, listQuarantined, noteYield, resolveDamage, unresolvedFile } from './aside.ts'
import { backupPath, databasePathOf, diskReason, listBackups, makeBackup, type CheckThoroughly } from './backup.ts'
import type { Connection } from '../connection.ts'
import { filesOf } from './file-names.ts'
import { isMissing, noteMissing, resolveMissing } from './gone.ts'
import type { Replacing } from '../guard.ts'
import type { Beginning, JournalFailure, JournalPort, MaintenanceFailure, MaintenanceProgress } from '../port.ts'
import { restore } from './restore.ts'
import { forgetRestored } from './restored.ts'
import { integer, optionalText } from '../row.ts'
import { salvage } from './salvage.ts'
import { openForSalvage } from './salvage-source.ts'
import { checkFile } from './soundness.ts'

/** What maintenance needs of the thread it runs in. */
export interface MaintenanceParts {
  /** Where a check of every page holds nothing up. */
  readonly check: CheckThoroughly
  readonly progress: (progress: MaintenanceProgress) => void
  readonly beginning: Beginning
}

/** Without a thread: checks here, tells nobody, and the journal was simply opened. */
export const maintenanceHere: MaintenanceParts = {
  check: async (path) => checkFile(path, { thorough: true }), progress: () => undefined,
  beginning: { empty: false, anew: null, restored: null },
}

/** The port's part that looks after the journal's files. */
export type MaintenancePort = Pick<
  JournalPort,
  'beginning' | 'describeFiles' | 'backUp' | 'restore' | 'restoreNoted' | 'salvage' | 'resolveDamage' | 'noteMissing'
>

/** Makes that part. `replacing` is what a restore runs in. */
export function createMaintenance(
  connection: Connection, { check, progress, beginning }: MaintenanceParts, replacing: Replacing,
): MaintenancePort {
  const breathe = () => new Promise<void>((resolve) => { setImmediate(resolve) })
  const reporting = (task: MaintenanceProgress['task']) => {
    let reportedAt = 0
    return (done: number, total: number | null) => {
      const now = performance.now()
      if (now - reportedAt < betweenReportsMs && done !== total) return
      reportedAt = now
      progress({ task, done, total })
    }
  }

  async function salvageFrom(fileName: string, at: UtcTime): Promise<Result<Salvage, MaintenanceFailure>> {
    const path = databasePathOf(connection)
    const file = listQuarantined(path).find((known) => known.fileName === fileName)
    if (file === undefined) return failed({ code: 'backup-unusable', detail: 'The file is not there any more.' })
    const opened = openForSalvage(join(filesOf(path).folder, file.fileName))
    if (!opened.ok) return failed({ code: 'backup-unusable', detail: opened.failure })
    try {
      const counts = await salvage(connection, opened.value, { at, progress: reporting('salvage'), breathe })
      noteYield(path, fileName, counts)
      return success(counts)
    } finally {
      opened.value.close()
    }
  }

  /** Changes what is noted beside the journal. */
  async function noting(work: (path: string) => void): Promise<Result<null, JournalFailure>> {
    try {
      work(databasePathOf(connection))
      return success(null)
    } catch (error) {
      const detail = diskReason(error)
      if (detail === null) throw error
      return failed({ code: 'journal-unwritable', detail })
    }
  }

  return {
    beginning: async () => success(beginning),
    describeFiles: async () => success(describe(connection)),
    async backUp({ at }) {
      const made: Result<Backup, string> = await makeBackup(connection, { at, check, progress: reporting('backup') })
      return made.ok ? made : failed({ code: 'backup-failed', detail: made.failure })
    },
    async restore({ fileName, at }) {
      const backup = backupPath(databasePathOf(connection), fileName)
      if (backup === null) return failed({ code: 'backup-unusable', detail: 'The file is not there any more.' })
      const restored = await replacing(() => restore(connection, backup, { at, check, progress: reporting('restore'), breathe }))
      if (restored === null) return failed({ code: 'backup-failed', detail: 'A request is being sent: wait for its result first.' })
      return restored.ok ? restored : failed({ code: 'backup-unusable', detail: restored.failure })
    },
    async salvage({ fileName, at }) {
      try {
        return await salvageFrom(fileName, at)
      } catch (error) {
        const detail = diskReason(error)
        if (detail === null) throw error
        return failed({ code: 'journal-unwritable', detail })
      }
    },
    restoreNoted: () => noting((path) => { forgetRestored(path) }),
    noteMissing: ({ what }) => noting((path) => { noteMissing(path, what) }),
    resolveDamage: ({ fileName }) => noting((path) => {
      if (fileName === null) resolveMissing(path)
      else if (listQuarantined(path).some((file) => file.fileName === fileName)) resolveDamage(path, fileName)
    }),
  }
}

const betweenReportsMs = 100

function describe(connection: Connection): Omit<Maintenance, 'backupProblem'> {
  const path = databasePathOf(connection)
  const openOutcomes = unresolvedFile(path)
  const entries = connection.first('SELECT coalesce(sum(entries), 0) AS entries FROM facet') ?? {}
  const oldest = connection.first('SELECT at FROM entry ORDER BY seq LIMIT 1')
  return {
    bytes: bytesOf(path) + bytesOf(`${path}-wal`),
    entries: integer(entries, 'entries'),
    oldestAt: oldest === null ? null : optionalText<UtcTime>(oldest, 'at'),
    backups: listBackups(path),
    quarantined: listQuarantined(path),
    startedAnewBeside: openOutcomes?.fileName ?? null,
    warning: openOutcomes?.why ?? (isMissing(path) ? 'missing' : null),
  }
}
