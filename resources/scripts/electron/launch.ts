// Starts Electron and watches whether it opens a window.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root, toolEnvironment } from '../common.mjs'

/** How a start of Electron ended: it opened a window and later ended, or it failed. */
export type Launched =
  | { readonly kind: 'ended', readonly exitCode: number }
  | { readonly kind: 'failed', readonly failure: LaunchFailure }

/** The facts about a failed start. */
export interface LaunchFailure {
  readonly exitCode: number | null
  readonly signal: string | null
  /** True if it sent no signal in time and was therefore ended. */
  readonly silent: boolean
  /** Its output. */
  readonly output: string
  /** The system's error code if the file could not be run at all, such as `EACCES`. */
  readonly spawnError: string | null
}

export interface LaunchOptions {
  /** Milliseconds without a signal before the window, after which the start has failed. */
  readonly silenceMs?: number
}

const MARK = /^@start (running|ready|window)$/
const SIGNAL_FILE = join(import.meta.dirname, 'window-signal.cjs')

/**
 * Starts the built application in Electron's `binary`. Resolves with its end; a start that fails before its first
 * window resolves within `silenceMs` (15 s) of its last signal. Electron's output is shown once a window is open.
 * An end with code 0 is not a failure: another instance was open, or a check that needs no window.
 */
export function launchElectron(
  binary: string, args: readonly string[], { silenceMs = 15_000 }: LaunchOptions = {},
): Promise<Launched> {
  return new Promise((resolve) => {
    const child = spawn(binary, ['--require', SIGNAL_FILE, ...args], {
      cwd: root, env: toolEnvironment(), stdio: ['inherit', 'pipe', 'pipe'],
    })
    const output: string[] = []
    let opened = false
    let silent = false
    const giveUp = (): void => {
      silent = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(giveUp, silenceMs)
    const read = (line: string): void => {
      const mark = MARK.exec(line)?.[1]
      if (mark === undefined) {
        if (opened) console.error(line)
        else output.push(line)
      } else if (!opened) {
        clearTimeout(timer)
        opened = mark === 'window'
        if (!opened) timer = setTimeout(giveUp, silenceMs)
        else for (const kept of output.splice(0)) console.error(kept)
      }
    }
    for (const stream of [child.stdout, child.stderr]) lines(stream, read)
    const stop = passSignals(child.kill.bind(child))
    const finish = (end: Pick<LaunchFailure, 'exitCode' | 'signal' | 'spawnError'>): void => {
      clearTimeout(timer)
      stop()
      if (opened || end.exitCode === 0) {
        for (const kept of output) console.error(kept)
        resolve({ kind: 'ended', exitCode: end.exitCode ?? 1 })
      } else {
        resolve({ kind: 'failed', failure: { ...end, silent, output: output.join('\n') } })
      }
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      finish({ exitCode: null, signal: null, spawnError: error.code ?? error.message })
    })
    child.on('close', (exitCode, signal) => { finish({ exitCode, signal, spawnError: null }) })
  })
}

function lines(stream: Readable, read: (line: string) => void): void {
  createInterface({ input: stream }).on('line', read)
}

/** Forwards this process's signals to Electron; the returned function stops that. */
function passSignals(forward: (signal: NodeJS.Signals) => boolean): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, forward)
  return () => { for (const signal of signals) process.off(signal, forward) }
}
