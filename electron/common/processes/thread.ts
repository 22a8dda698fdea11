import { Worker } from 'node:worker_threads'

/** The part of a thread that the main side uses: a `Worker` is one. */
export interface Thread {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
  /** Ends it at once, even during work. */
  terminate(): Promise<unknown>
}

/** Starts the entry at a path as a thread with its `workerData`. */
export type StartThread = (workerPath: string, workerData: unknown) => Thread

/** A worker thread. */
export const startWorker: StartThread = (workerPath, workerData) => new Worker(workerPath, { workerData })

/**
 * Megabytes. How often garbage is collected depends on the most that a thread may have: several times of what the
 * largest statement needs.
 */
const small = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 640 }

/** Starts a worker thread that collects garbage often, so that reading a lot once takes little memory meanwhile. */
export const startSmallWorker: StartThread = (workerPath, workerData) =>
  new Worker(workerPath, { workerData, resourceLimits: small })
