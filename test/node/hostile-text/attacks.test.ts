/**
 * Runs each attack of 64 kB against every function that reads text from outside. A pattern with quadratic time
 * takes many seconds, a reader in one pass some milliseconds: a thread that is ended after three seconds separates
 * them on any machine.
 */
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { readers } from '../../bench/hostile-text/readers.ts'
import { attacks } from '../../bench/hostile-text/texts.ts'

const longestMs = 3_000
const names = Object.keys(readers)
let worker: Worker | null = null
afterAll(async () => { await worker?.terminate() })

/** The readers that failed or took too long with an attack; the first one that takes too long is the last. */
async function failuresOf(attack: string): Promise<string[]> {
  const thread = worker ??= new Worker(new URL('thread.ts', import.meta.url))
  const wrong: string[] = []
  await new Promise<void>((resolve) => {
    let done = 0
    const stop = () => {
      thread.off('message', listener)
      clearTimeout(timer)
      resolve()
    }
    const giveUp = () => {
      wrong.push(`${names[done]} takes too long`)
      worker = null
      void thread.terminate()
      stop()
    }
    let timer = setTimeout(giveUp, 10 * longestMs)
    const listener = ({ name, failure }: { name: string; failure: string | null }) => {
      if (failure !== null) wrong.push(`${name}: ${failure.slice(0, 200)}`)
      clearTimeout(timer)
      done += 1
      if (done === names.length) stop()
      else timer = setTimeout(giveUp, longestMs)
    }
    thread.on('message', listener)
    thread.postMessage(attack)
  })
  return wrong
}

describe('no text from outside blocks its reader', () => {
  it.each(Object.keys(attacks))('%s', async (name) => {
    expect(await failuresOf(name)).toEqual([])
  })
})
