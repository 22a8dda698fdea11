/** Entry of the thread that compares statements with the history. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveReconcile, type ReconcileThreadData } from './serve.ts'

if (parentPort === null) throw new Error('statements are compared in a worker thread')
serveReconcile(parentPort, workerData as ReconcileThreadData)
