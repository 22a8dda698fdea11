import { Worker } from 'node:worker_threads'
import { failed, success, type Result } from '#shared/result.ts'
import { withDeadline } from '../common/deadline.ts'
import { connect, type Channel } from '../common/rpc.ts'
import type { JournalOpenFailure, JournalPort, MaintenanceProgress } from './port.ts'
import { isProgressReport, isThreadReport, type JournalThreadData } from './thread-messages.ts'

/** Closing writes the log back into the file; a disk that hangs must not keep the application alive. */
const closeDeadlineMs = 2_000

/** The journal as main holds it. */
export interface RunningJournal {
  readonly port: JournalPort
  /** From now on `listener` hears how far backups, restores and salvages have come. */
  onProgress(listener: (progress: MaintenanceProgress) => void): void
  /** Closes the database and ends the thread, within 2 s whatever the disk does. */
  end(): Promise<void>
}

/**
 * Starts the journal's thread. `workerPath` is the built entry `thread`; `databasePath` names the file, whose folder
 * must exist; `logFolder` is where its redacted log goes. `onDefect` hears of a thread that ended by itself: calls
 * under way have rejected with `ChannelEnded` by then, and nothing can be sent any more.
 */
export async function startJournal({ workerPath, databasePath, logFolder = null, onDefect }: {
  workerPath: string
  databasePath: string
  logFolder?: string | null
  onDefect: (error: unknown) => void
}): Promise<Result<RunningJournal, JournalOpenFailure>> {
  const workerData: JournalThreadData = { databasePath, logFolder, workerPath }
  const worker = new Worker(workerPath, { workerData })
  let ending = false
  worker.on('error', onDefect)
  const port = connect<JournalPort>(channelTo(worker))
  const failure = await openFailureOf(worker)
  if (failure !== null) {
    await worker.terminate()
    return failed(failure)
  }
  worker.on('exit', (code) => {
    if (!ending) onDefect(new Error(`the journal's thread ended with code ${code}`))
  })
  return success({
    port,
    onProgress(listener) {
      worker.on('message', (message: unknown) => {
        if (isProgressReport(message)) listener(message.maintenance)
      })
    },
    async end() {
      ending = true
      // A thread that is gone already has nothing left to close.
      const ended = port.close().catch(() => null).then(() => worker.terminate())
      await withDeadline(ended, closeDeadlineMs, () => { void worker.terminate() })
    },
  })
}

function channelTo(worker: Worker): Channel {
  return {
    post: (message) => { worker.postMessage(message) },
    onMessage: (listener) => worker.on('message', listener),
    onEnd: (listener) => worker.once('exit', (code) => { listener(`the journal's thread ended with code ${code}`) }),
  }
}

function openFailureOf(worker: Worker): Promise<JournalOpenFailure | null> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isThreadReport(message)) resolve(message.journal === 'opened' ? null : message.failure)
    })
    worker.once('exit', (code) => {
      resolve({ code: 'unusable', detail: `The part that keeps the history ended while it started (code ${code}).` })
    })
  })
}
