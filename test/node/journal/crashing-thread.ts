/** The journal's own thread with a fault that nobody catches, at the first call. */
import { parentPort } from 'node:worker_threads'
import '../../../electron/journal/thread.ts'

parentPort?.on('message', () => {
  throw new Error('fault of the test')
})
