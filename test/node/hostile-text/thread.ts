/** Entry of a worker thread: runs every reader over the text it is sent, and names each one when it is done with it. */
import { parentPort } from 'node:worker_threads'
import { readers } from '../../bench/hostile-text/readers.ts'

parentPort!.on('message', (text: string) => { void readAll(text) })

async function readAll(text: string): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    let failure: string | null = null
    try {
      await read(text)
    } catch (error) {
      failure = String(error)
    }
    parentPort!.postMessage({ name, failure })
  }
}
