import { Worker } from 'node:worker_threads'
import type { FileCheck } from '../records.ts'
import type { CheckThreadData, CheckThreadReport } from '../thread-messages.ts'

/** Checks every page of a file in a separate thread. If the thread ends without an answer, the result is `bad`. */
export function checkInThread(workerPath: string, path: string): Promise<FileCheck> {
  const worker = new Worker(workerPath, { workerData: { check: path } satisfies CheckThreadData })
  return new Promise<FileCheck>((resolve) => {
    worker.once('message', ({ checked }: CheckThreadReport) => { resolve(checked) })
    worker.once('error', () => { resolve({ result: 'bad', detail: 'The file could not be checked.' }) })
    worker.once('exit', () => { resolve({ result: 'bad', detail: 'The file could not be checked.' }) })
  })
}
