import { failed, type Result } from '#shared/result.ts'
import { caller, ChannelEnded, type Channel } from '../common/processes/rpc.ts'
import type { KeychainTimes } from './keychain/native-entries.ts'
import { isWaiting, type Configure, type VaultConfiguration } from './messages.ts'
import type { VaultFailure, VaultPort } from './port.ts'

/** A process as `utilityProcess.fork` returns it; for `child_process.fork`, map `postMessage` to `send`. */
export interface VaultProcess {
  readonly pid?: number | undefined
  postMessage(message: unknown): void
  kill(): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'exit', listener: () => void): unknown
}

export interface VaultState {
  /** `crashed`: it ended by itself; what was stored for this run is lost, and the next call starts it again. */
  readonly process: 'running' | 'locked' | 'crashed' | 'ended'
  /** The keychain's own window waits for the person. */
  readonly keychainWaiting: boolean
}

export interface Vault {
  /** Calls while it is locked, and pending calls when it is locked or crashes, return `vault-locked`. */
  readonly port: VaultPort
  /** Kills the process, and with it all it has in memory. Resolves within 2 s, even if the keychain does not answer. */
  lock(): Promise<void>
  /** Starts a new process when none runs. */
  unlock(): Promise<void>
  /** As `lock`, permanently. */
  end(): Promise<void>
  state(): VaultState
  /** Calls the listener at every change; returns a function that removes it. */
  onChange(listener: (state: VaultState) => void): () => void
}

/** After 1.5 s the window shows that the keychain waits; after 20 s a call gives up. */
export const defaultTimes: KeychainTimes = { noticeAfterMs: 1_500, deadlineMs: 20_000 }

/** After so many crashes without an answer in between, the process is not started again before an unlock. */
const maxCrashesInARow = 3
const forceKillAfterMs = 500
const giveUpAfterMs = 1_500

interface Session {
  readonly child: VaultProcess
  readonly call: ReturnType<typeof caller>
  readonly exited: Promise<void>
  readonly close: (reason: string) => void
}

/** Starts the vault's process and keeps its connection. `fork` starts the built `vault/process.ts`. */
export function startVault({ fork, keychain = 'system', times = defaultTimes, ...given }: {
  fork: () => VaultProcess
} & Omit<VaultConfiguration, 'keychain' | 'times'> & Partial<Pick<VaultConfiguration, 'keychain' | 'times'>>): Vault {
  const configuration: VaultConfiguration = { ...given, keychain, times }
  const listeners = new Set<(state: VaultState) => void>()
  let state: VaultState = { process: 'locked', keychainWaiting: false }
  let session: Session | null = null
  let crashesInARow = 0

  const change = (next: VaultState) => {
    state = next
    for (const listener of listeners) listener(next)
  }

  const start = (): Session => {
    const opened = openSession(fork(), configuration, (keychainWaiting) => {
      if (session === opened) change({ ...state, keychainWaiting })
    })
    session = opened
    void opened.exited.then(() => {
      if (session !== opened) return
      session = null
      crashesInARow += 1
      change({ process: crashesInARow < maxCrashesInARow ? 'crashed' : 'locked', keychainWaiting: false })
    })
    change({ process: 'running', keychainWaiting: false })
    return opened
  }

  const stop = async (to: 'locked' | 'ended'): Promise<void> => {
    const stopped = session
    session = null
    if (state.process !== 'ended') change({ process: to, keychainWaiting: false })
    if (stopped !== null) await kill(stopped)
  }

  const call = async (name: string, argument: unknown): Promise<Result<unknown, VaultFailure>> => {
    const current = session ?? (state.process === 'crashed' ? start() : null)
    if (current === null) return failed({ code: 'vault-locked' })
    try {
      const answer = await current.call(name, argument) as Result<unknown, VaultFailure>
      crashesInARow = 0
      return answer
    } catch (error) {
      if (error instanceof ChannelEnded) return failed({ code: 'vault-locked' })
      throw error
    }
  }

  start()
  return {
    port: new Proxy({} as VaultPort, {
      // A promise-like `then` would make `await` call the vault.
      get: (_target, name) => typeof name === 'string' && name !== 'then'
        ? (argument: unknown) => call(name, argument)
        : undefined,
    }),
    lock: () => stop('locked'),
    end: () => stop('ended'),
    async unlock() {
      if (session !== null || state.process === 'ended') return
      crashesInARow = 0
      start()
    },
    state: () => state,
    onChange(listener) {
      listeners.add(listener)
      return () => { listeners.delete(listener) }
    },
  }
}

function openSession(
  child: VaultProcess,
  configuration: VaultConfiguration,
  onWaiting: (waiting: boolean) => void,
): Session {
  const enders: ((reason: string) => void)[] = []
  const close = (reason: string) => { for (const end of enders.splice(0)) end(reason) }
  const channel: Channel = {
    post: (message) => { child.postMessage(message) },
    onMessage: (listener) => { child.on('message', listener) },
    onEnd: (listener) => { enders.push(listener) },
  }
  child.on('message', (message) => {
    if (isWaiting(message)) onWaiting(message.keychainWaiting)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      close('the vault ended')
      resolve()
    })
  })
  const call = caller(channel)
  child.postMessage({ configure: configuration } satisfies Configure)
  return { child, call, exited, close }
}

// SECURITY: a process blocked inside the keychain's library must die too, and with it every copy of a secret.
async function kill({ child, exited, close }: Session): Promise<void> {
  close('the vault was locked')
  child.kill()
  const force = setTimeout(() => {
    try {
      // A process that was only starting may have missed the first signal.
      child.kill()
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }, forceKillAfterMs)
  let giveUp: NodeJS.Timeout | undefined
  await Promise.race([exited, new Promise<void>((resolve) => { giveUp = setTimeout(resolve, giveUpAfterMs) })])
  clearTimeout(force)
  clearTimeout(giveUp)
}
