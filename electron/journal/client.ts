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
  /** Closes the database and ends the thread. Resolves within 2 s, even if the disk does not respond. */
  end(): Promise<void>
}

/**
 * Starts the journal's thread. `workerPath` is the built entry `thread`. `databasePath` names the file; its folder must
 * exist. The thread's redacted log is written to `logFolder`. With `quarantineDevelopment` a journal of a development
 * version is quarantined and a new one created. `onDefect` is called when the thread ends unexpectedly: from then on
 * every call returns `journal-unwritable`, so that nothing can be sent.
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
