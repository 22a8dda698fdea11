import { Worker, type MessagePort } from 'node:worker_threads'
import type { Channel } from './rpc.ts'

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

/** Megabytes: several times what the largest statement needs. A lower limit makes garbage collection more frequent. */
const small = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 640 }

/** Starts a worker thread that collects garbage often, so that it needs little memory while it reads a lot of data. */
export const startSmallWorker: StartThread = (workerPath, workerData) =>
  new Worker(workerPath, { workerData, resourceLimits: small })

/** The channel to a thread. `name` begins the sentence that reports the thread's end, such as "The comparison". */
export function channelTo(worker: Thread, name: string): Channel {
  return {
    post: (message) => { worker.postMessage(message) },
    onMessage: (listener) => worker.on('message', listener),
    onEnd: (listener) => worker.once('exit', (code) => { listener(`${name} ended with code ${code}.`) }),
  }
}

/** A thread's channel to the side that started it. */
export function channelOver(port: MessagePort): Channel {
  return {
    post: (message) => { port.postMessage(message) },
    onMessage: (listener) => port.on('message', listener),
    onEnd: (listener) => port.on('close', () => { listener('The application closed the thread.') }),
  }
}
