/** Main's side of a thread of the history: starts it and calls it. */
import { failed, success, type Result } from '#shared/result.ts'
import { withDeadline } from '../common/processes/deadline.ts'
import { caller } from '../common/processes/rpc.ts'
import { channelTo, type StartThread, type Thread } from '../common/processes/thread.ts'
import type { JournalOpenFailure } from './records.ts'
import {
  isThreadReport, type JournalThreadData, type JournalThreadReport, type OtherDesksThreadData,
} from './thread-messages.ts'

/** The time limit of closing, which writes the log back into the file, as the disk may not respond. */
const closeDeadlineMs = 2_000

const hasEnded = 'The history service has ended. Restart the application.'

/** A port to a running thread of the history. */
export interface RunningPort<Port> {
  readonly port: Port
  /** Calls `listener` with every further message of the thread. */
  onMessage(listener: (message: unknown) => void): void
  /** Closes the database and ends the thread. Resolves within 2 s, even if the disk does not respond. */
  end(): Promise<void>
}

/** Starts a thread that reports its calls, and creates a function for each of them. */
export async function startPort<Port extends { close(): Promise<unknown> }>({
  workerPath, workerData, onDefect, startThread,
}: {
  workerPath: string
  workerData: JournalThreadData | OtherDesksThreadData
  onDefect: (error: unknown) => void
  startThread: StartThread
}): Promise<Result<RunningPort<Port>, JournalOpenFailure>> {
  const worker = startThread(workerPath, workerData)
  let ending = false
  worker.on('error', onDefect)
  const call = caller(channelTo(worker, 'The thread of the history'))
  const report = await firstReport(worker)
  if (report.journal === 'not-opened') {
    await worker.terminate()
    return failed(report.failure)
  }
  const port = portOver<Port>(call, report.calls)
  worker.on('exit', (code) => {
    if (!ending) onDefect(new Error(`the history's thread ended with code ${code}`))
  })
  return success({
    port,
    onMessage: (listener) => { worker.on('message', listener) },
    async end() {
      ending = true
      // A thread that has ended already has nothing left to close.
      const ended = port.close().then(() => worker.terminate())
      await withDeadline(ended, closeDeadlineMs, () => { void worker.terminate() })
    },
  })
}

function firstReport(worker: Thread): Promise<JournalThreadReport> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isThreadReport(message)) resolve(message)
    })
    worker.once('exit', (code) => {
      const detail = `The part that keeps the history ended while it started (code ${code}).`
      resolve({ journal: 'not-opened', failure: { code: 'unusable', detail } })
    })
  })
}

/**
 * Creates the port over a thread that may end at any moment. A call that it can no longer answer returns
 * `journal-unwritable`, like a full disk, so that the gateway's reply still reaches the person.
 */
function portOver<Port>(call: ReturnType<typeof caller>, names: readonly string[]): Port {
  const over = (name: string) => async (request: unknown): Promise<unknown> => {
    try {
      return await call(name, request)
    } catch {
      // The thread's log has the error, and `onDefect` reports the end of the thread.
      return failed({ code: 'journal-unwritable', detail: hasEnded })
    }
  }
  return Object.fromEntries(names.map((name) => [name, over(name)])) as Port
}
