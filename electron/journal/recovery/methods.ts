import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { Backup, Salvage, Maintenance } from '#shared/model/history/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { backupPath, listBackups, makeBackup, type CheckThoroughly } from './backup.ts'
import type { Connection } from '../connection.ts'
import { filesOf } from './file-names.ts'
import type { Calls } from '../calls.ts'
import type { Beginning, MaintenanceFailure, MaintenanceProgress } from '../records.ts'
import { restore, type RestoreCounts } from './restore.ts'
import { bytesOf, listQuarantined, unresolvedFile } from './quarantine.ts'
import { integer, optionalText } from '../row.ts'
import { salvage, type Progress } from './salvage.ts'
import { openForSalvage } from './salvage-source.ts'
import { checkFile } from './soundness.ts'
import { advance, readState } from './state-file.ts'
import { newestInAudit } from '../write/audit.ts'

/** What the maintenance of the files needs from the thread. */
export interface MaintenanceParts {
  /** Checks every page of a file without blocking the journal. */
  readonly check: CheckThoroughly
  readonly progress: (progress: MaintenanceProgress) => void
  readonly beginning: Beginning
}

/** Maintenance without a thread: checks on this thread, reports no progress, and assumes an ordinary start. */
export const maintenanceWithoutThread: MaintenanceParts = {
  check: async (path) => checkFile(path, { thorough: true }), progress: () => undefined,
  beginning: { empty: false, startedOver: null, restored: null },
}

interface FileAt {
  readonly fileName: string
  readonly at: UtcTime
}

/** The journal's calls for maintenance of its files. */
export function recoveryMethods(
  { read, write, attempt, replaceFile }: Calls, { check, progress, beginning }: MaintenanceParts,
) {
  const breathe = () => new Promise<void>((resolve) => { setImmediate(resolve) })
  return {
    beginning: read(() => beginning),
    /** The journal's file, its backups (each opened for this), and quarantined files. */
    describeFiles: read(describe),
    /** Copies the journal while it is being written, and checks the copy. */
    backUp: attempt(async (connection, { at }: { at: UtcTime }): Promise<Result<Backup, MaintenanceFailure>> => {
      const created = await makeBackup(connection, { at, check, progress: reporting(progress, 'backup') })
      return created.ok ? created : failed({ code: 'backup-failed', detail: created.failure })
    }),
    /**
     * Replaces the journal with a backup and adds the readable entries of the current one. Refused during a send.
     * During the restore, intents are refused as `journal-unwritable`, and other writes wait.
     */
    restore: attempt(async (
      connection, { fileName, at }: FileAt,
    ): Promise<Result<RestoreCounts, MaintenanceFailure>> => {
      const backup = backupPath(connection.path, fileName)
      if (backup === null) return failed(notThere)
      const work = { at, check, progress: reporting(progress, 'restore'), breathe }
      const restored = await replaceFile(() => restore(connection, backup, work))
      if (restored === null) return failed({ code: 'backup-failed', detail: 'A request is being sent: wait for its result first.' })
      return restored.ok ? restored : failed({ code: 'backup-unusable', detail: restored.failure })
    }),
    /** Records that the audit trail has the last restore, so that the next start does not report it. */
    restoreNoted: write(({ path }) => { advance(path, { event: 'restore-noted' }) }),
    /** Adds the readable entries of a quarantined journal, a few at a time, so that other calls can run. */
    salvage: attempt(async (connection, { fileName, at }: FileAt): Promise<Result<Salvage, MaintenanceFailure>> => {
      const file = listQuarantined(connection.path).find((known) => known.fileName === fileName)
      if (file === undefined) return failed(notThere)
      const opened = openForSalvage(join(filesOf(connection.path).folder, file.fileName))
      if (!opened.ok) return failed({ code: 'backup-unusable', detail: opened.failure })
      try {
        const counts = await salvage(connection, opened.value, { at, progress: reporting(progress, 'salvage'), breathe })
        advance(connection.path, { ...counts, event: 'file-salvaged', fileName })
        return success(counts)
      } finally {
        opened.value.close()
      }
    }),
    /** Records that a person gave up a quarantined file, which stays, or without a name the missing history. */
    resolveDamage: write(({ path }, { fileName }: { fileName: string | null }) => {
      if (fileName === null) advance(path, { event: 'missing-given-up' })
      else if (listQuarantined(path).some((file) => file.fileName === fileName)) {
        advance(path, { event: 'file-given-up', fileName })
      }
    }),
    /** Records that the end of the history is missing; `what` names it. A resolved loss is not recorded again. */
    noteMissing: write(({ path }, { what }: { what: string }) => {
      advance(path, { event: 'missing-found', what })
    }),
  }
}

const notThere = { code: 'backup-unusable', detail: 'The file is not there any more.' } as const

/** Returns the function that forwards the progress of a task at intervals and at its end. */
function reporting(progress: MaintenanceParts['progress'], task: MaintenanceProgress['task']): Progress {
  let reportedAt = 0
  return (done, total) => {
    const now = performance.now()
    if (now - reportedAt < betweenReportsMs && done !== total) return
    reportedAt = now
    progress({ task, done, total })
  }
}

const betweenReportsMs = 100

function describe(connection: Connection): Omit<Maintenance, 'backupProblem'> {
  const path = connection.path
  const state = readState(path)
  const unresolved = unresolvedFile(path, state)
  const entries = connection.first('SELECT coalesce(sum(entries), 0) AS entries FROM facet') ?? {}
  const oldest = connection.first('SELECT at FROM entry ORDER BY seq LIMIT 1')
  return {
    bytes: bytesOf(path) + bytesOf(`${path}-wal`),
    entries: integer(entries, 'entries'),
    oldestAt: oldest === null ? null : optionalText<UtcTime>(oldest, 'at'),
    backups: listBackups(path),
    lastVerification: lastVerification(connection),
    quarantined: listQuarantined(path),
    startedAnewBeside: unresolved?.fileName ?? null,
    warning: unresolved?.why ?? (state.missing === null ? null : 'missing'),
  }
}

function lastVerification(connection: Connection): Maintenance['lastVerification'] {
  const line = newestInAudit(connection, ['history-verified', 'verification-failed'])
  return line === null ? null : { at: line.at, result: line.action === 'history-verified' ? 'good' : 'bad' }
}
