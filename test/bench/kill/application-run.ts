/** One life of the application, as who kills it holds it. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { EntryId } from '#shared/brands.ts'
import { entryIn } from '../../support/processes/entry-files.ts'
import type { FoundPayment, FromApplication, Installation, ToApplication } from './messages.ts'

/** Far longer than anything a life does takes; a life that hangs is a failure of the test. */
const patienceMs = 120_000

export interface ApplicationRun {
  /** Its code is loaded; rejects when it ended before that by itself. */
  readonly ready: Promise<void>
  /** Opens everything, resolves and tells; null when it was killed meanwhile. */
  begin(askedBefore: readonly EntryId[], report: 'newest' | 'everything'): Promise<readonly FoundPayment[] | null>
  /** From now on it charges and refunds; resolves when it was killed or has nothing left to do. */
  work(round: number, seed: number, hear: (message: FromApplication) => void): Promise<void>
  /** SIGKILL, at once; `ended` tells when it is gone. */
  kill(): void
  /** Ends it in order. */
  end(): Promise<void>
  readonly ended: Promise<void>
}

/** Starts a process that loads all its code and opens nothing yet, so that it can be made ready while another lives. */
export function startApplicationRun(built: string, installation: Installation, compiledIn: string): ApplicationRun {
  const child = fork(entryIn(built, 'killed-application'), [JSON.stringify(installation)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Without it each life would compile the whole application again.
    env: { ...process.env, NODE_COMPILE_CACHE: compiledIn },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let killed = false
  // What it said last is heard before the channel is closed, and may be heard after its end.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => undefined)

  /** The message of a kind, or null when it was killed before; rejects when it ended by itself. */
  const hearOf = async <Kind extends FromApplication['kind']>(kind: Kind) => {
    const message = await answerOf(child, kind, ended)
    if (message === null && !killed) throw new Error('the application ended by itself; what it said stands above')
    return message
  }
  const report = (message: ToApplication) => {
    if (!killed) child.send(message, () => undefined)
  }

  const ready = hearOf('loaded').then(() => undefined)
  // It may be killed before anybody waits for it.
  ready.catch(() => undefined)

  return {
    ready,
    async begin(askedBefore, what) {
      await ready
      const resolved = hearOf('resolved')
      report({ kind: 'begin', askedBefore, report: what })
      return (await resolved)?.payments ?? null
    },
    async work(round, seed, hear) {
      child.on('message', (message) => { hear(message as FromApplication) })
      const idle = hearOf('idle')
      report({ kind: 'work', round, seed })
      await idle
    },
    kill() {
      killed = true
      child.kill('SIGKILL')
    },
    async end() {
      report({ kind: 'end' })
      await ended
    },
    ended,
  }
}

type Message<Kind> = Extract<FromApplication, { readonly kind: Kind }>

/** The next message of a kind; null when the process ends before it. Rejects when neither comes. */
async function answerOf<Kind extends FromApplication['kind']>(
  child: ChildProcess, kind: Kind, ended: Promise<void>,
): Promise<Message<Kind> | null> {
  let listener: ((message: unknown) => void) | undefined
  let patience: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      new Promise<Message<Kind>>((resolve) => {
        listener = (message) => { if ((message as FromApplication).kind === kind) resolve(message as Message<Kind>) }
        child.on('message', listener)
      }),
      ended.then(() => null),
      new Promise<never>((_resolve, reject) => {
        patience = setTimeout(() => { reject(new Error(`the application hangs before it is ${kind}`)) }, patienceMs)
      }),
    ])
  } finally {
    clearTimeout(patience)
    if (listener !== undefined) child.off('message', listener)
  }
}
