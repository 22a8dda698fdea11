/** Main's side of reading tables: each has its own thread, which ends with it. */
import { Worker } from 'node:worker_threads'
import type { ReadTable, TableRow } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { createDeadline } from '../common/processes/deadline.ts'
import { serve } from '../common/processes/rpc.ts'
import type { Thread } from '../common/processes/thread.ts'
import type { TableFailure, TablesPort } from './port.ts'
import type { TableTask, ThreadResult } from './thread-api.ts'

/** The largest permitted table takes seconds; reading that takes this long is aborted. */
const longestMs = 120_000

/** SECURITY: a file that expands further than any table ends its thread, not the application. */
const resourceLimits = { maxOldGenerationSizeMb: 1_536 }

type StartReading = (workerPath: string, task: TableTask) => Thread

/** Moves the bytes instead of copying them. */
const startReading: StartReading = (workerPath, task) => new Worker(workerPath, {
  workerData: task, transferList: task.source.kind === 'bytes' ? [task.source.bytes.buffer] : [], resourceLimits,
})

/** Creates the port of tables; no thread runs before the first reading. `workerPath` is the built entry `thread`. */
export function createTables(
  { workerPath, start = startReading }: { workerPath: string; start?: StartReading },
): TablesPort {
  const running = new Set<Run>()
  const endAll = async (): Promise<void> => {
    await Promise.all([...running].map((run) => run.end({ code: 'cancelled' })))
  }
  return {
    async read(source, { mostRows }) {
      const run = startRun(start(workerPath, { source, mostRows }))
      running.add(run)
      try {
        return await run.answer
      } finally {
        running.delete(run)
      }
    },
    cancel() { void endAll() },
    end: endAll,
  }
}

interface Run {
  readonly answer: Promise<Result<ReadTable, TableFailure>>
  readonly end: (failure: TableFailure) => Promise<void>
}

function startRun(worker: Thread): Run {
  const { promise: answer, resolve } = Promise.withResolvers<Result<ReadTable, TableFailure>>()
  const deadline = createDeadline(longestMs)
  const end: Run['end'] = async (failure) => {
    deadline.cancel()
    resolve(failed(failure))
    // SECURITY: ending the thread frees the file's content.
    await worker.terminate()
  }
  deadline.signal.addEventListener('abort', () => { void end({ code: 'defect' }) })
  worker.on('error', () => { void end({ code: 'defect' }) })
  worker.once('exit', () => { void end({ code: 'defect' }) })
  const rows: TableRow[] = []
  serve<ThreadResult>({
    post: (message) => { worker.postMessage(message) },
    onMessage: (listener) => worker.on('message', listener),
    onEnd: () => undefined,
  }, {
    async rows(part) { rows.push(...part.rows) },
    async finish({ columns }) {
      resolve(success({ columns, rows }))
      await end({ code: 'defect' })
    },
    refuse: (refused) => end(refused),
  }, () => undefined)
  return { answer, end }
}
