/** Entry of a worker thread: runs every reader over the attack that it receives, and reports each one afterwards. */
import { parentPort } from 'node:worker_threads'
import { textFor } from '../../bench/hostile-text/reader.ts'
import { readers } from '../../bench/hostile-text/readers.ts'
import { attacks } from '../../bench/hostile-text/texts.ts'

/** The benchmark uses the longest texts; this length is enough here. */
const mostHere = 65_536

parentPort!.on('message', (attack: string) => { void readAll(attack) })

async function readAll(attack: string): Promise<void> {
  for (const [name, { read, most, unit }] of Object.entries(readers)) {
    let failure: string | null = null
    try {
      await read(textFor({ most: Math.min(most, mostHere), unit }, attacks[attack]!))
    } catch (error) {
      failure = String(error)
    }
    parentPort!.postMessage({ name, failure })
  }
}
