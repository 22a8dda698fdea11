/** The journal's own thread with an uncaught error at the first call. */
import { parentPort } from 'node:worker_threads'
import '../../../electron/journal/thread.ts'

parentPort?.on('message', () => {
  throw new Error('fault of the test')
})
