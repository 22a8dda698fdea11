import { success, type Result } from '#shared/result.ts'
import { startWorker, type StartThread } from '../common/processes/thread.ts'
import type { JournalPort } from './port.ts'
import type { JournalOpenFailure, MaintenanceProgress } from './records.ts'
import { isLinkedReport, isProgressReport, type JournalThreadData } from './thread-messages.ts'
import { startPort } from './thread-port.ts'

/** Main's side of the journal. */
export interface RunningJournal {
  readonly port: JournalPort
  /** Calls `listener` from now on with the progress of backups, restores and salvages. */
  onProgress(listener: (progress: MaintenanceProgress) => void): void
  /** Closes the database and ends the thread, within 2 s whatever the disk does. */
  end(): Promise<void>
}

/**
 * Starts the journal's thread. `workerPath` is the built entry `thread`; `databasePath` names the file, whose folder
 * must exist; `logFolder` is where its redacted log is written. With `quarantineDevelopment` a journal of a
 * development version is quarantined and a new one begun. `onDefect` is called when the thread ended by itself: from
 * then on every call returns `journal-unwritable`, so that nothing can be sent any more.
 */
export async function startJournal({
  workerPath, databasePath, logFolder = null, quarantineDevelopment = false, onDefect, startThread = startWorker,
}: {
  workerPath: string
  databasePath: string
  logFolder?: string | null
  quarantineDevelopment?: boolean
  onDefect: (error: unknown) => void
  startThread?: StartThread
}): Promise<Result<RunningJournal, JournalOpenFailure>> {
  const workerData: JournalThreadData = { databasePath, logFolder, workerPath, quarantineDevelopment }
  const started = await startPort<JournalPort>({ workerPath, workerData, onDefect, startThread })
  if (!started.ok) return started
  const running = started.value
  const whenLinked: JournalPort['whenLinked'] = (listener) => {
    running.onMessage((message) => { if (isLinkedReport(message)) listener() })
  }
  return success({
    port: Object.assign(running.port, { whenLinked }),
    onProgress(listener) {
      running.onMessage((message) => { if (isProgressReport(message)) listener(message.maintenance) })
    },
    end: () => running.end(),
  })
}
