/** A process that a test kills: started, observed and killed in the same way by every kill test. */
import { fork, type Serializable } from 'node:child_process'
import { on, once } from 'node:events'
import { entryIn, type EntryName } from '../../support/processes/entry-files.ts'
import { wasKilled } from '../../support/processes/killed.ts'

/** Far longer than any step of a process here; a process that hangs is a failure of the test. */
const patienceMs = 120_000

interface Message { readonly kind: string }

type OfKind<Messages, Kind> = Extract<Messages, { readonly kind: Kind }>

export interface KilledProcess<To, From extends Message> {
  /** Sends a message; does nothing if the process has ended. */
  send(message: To): void
  /** The next message of a kind; null if the process was killed before. Rejects if it ended on its own or hangs. */
  next<Kind extends From['kind']>(kind: Kind): Promise<OfKind<From, Kind> | null>
  /** Receives every message from now on. */
  listen(hear: (message: From) => void): void
  /** Sends SIGKILL; resolves like `ended`. */
  kill(): Promise<void>
  /** Resolves when the process has ended and its last message was received. */
  readonly ended: Promise<void>
}

export interface Starting {
  /** The folder of the built entries. */
  readonly built: string
  /** The folder for compiled code: without it each process would compile everything again. */
  readonly compiledIn: string
  /** Passed to the process as JSON on its command line. */
  readonly argument?: unknown
  /** Whether the process may also kill itself; otherwise an end without `kill` is a failure. */
  readonly killsItself: boolean
}

/** Starts a process of an entry. It loads all its code and does nothing before it gets a message (`serve.ts`). */
export function startProcess<To extends Serializable, From extends Message>(
  entry: EntryName, { built, compiledIn, argument, killsItself }: Starting,
): KilledProcess<To, From> {
  const child = fork(entryIn(built, entry), [JSON.stringify(argument ?? null)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiledIn },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let killed = killsItself
  // Its last message is received before the channel is closed, possibly after its end.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(([[status, signal]]) => {
    killed &&= wasKilled({ status: status as number | null, signal: signal as NodeJS.Signals | null })
  })

  return {
    send(message) { child.send(message, () => undefined) },
    async next<Kind extends From['kind']>(kind: Kind) {
      const signal = AbortSignal.timeout(patienceMs)
      try {
        if (child.connected) {
          for await (const [message] of on(child, 'message', { signal, close: ['disconnect'] })) {
            if ((message as From).kind === kind) return message as OfKind<From, Kind>
          }
        }
      } catch (error) {
        throw signal.aborted ? new Error(`the ${entry} hangs before it is ${kind}`, { cause: error }) : error
      }
      await ended
      if (!killed) throw new Error(`the ${entry} ended by itself; what it printed stands above`)
      return null
    },
    listen(hear) { child.on('message', (message) => { hear(message as From) }) },
    async kill() {
      killed = true
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}
