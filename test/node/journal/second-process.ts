import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { builtEntry } from '../entries.ts'
import { onTestEnd, workerPath } from './with-journal.ts'

/** Another process with the journal open. */
export interface Holder {
  /** Its first message: "open", or why it could not open. */
  readonly first: unknown
  /** Sends it a step and returns its reply. */
  notify(step: string): Promise<unknown>
  /** Ends it as a power cut would: no handler runs. */
  kill(): Promise<void>
}

export async function holdElsewhere(databasePath: string): Promise<Holder> {
  const child = spawn('node', [builtEntry('journal-holder'), workerPath, databasePath], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const line = await lines.next()
    if (line.done === true) throw new Error('the other process ended')
    return JSON.parse(line.value) as unknown
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestEnd(kill)
  return {
    first: await next(),
    async notify(step) {
      child.stdin.write(`${step}\n`)
      return next()
    },
    kill,
  }
}
