import { fork as forkNode, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { LEAN_NODE } from '../lean.ts'
import { strict } from './strict.ts'

export interface ForkOptions {
  env?: NodeJS.ProcessEnv
  execArgv?: string[]
  cwd?: string
  serviceName?: string
  stdio?: 'pipe' | 'ignore' | 'inherit' | ('pipe' | 'ignore' | 'inherit')[]
}

const running = new Set<ChildProcess>()
process.on('exit', () => { for (const child of running) child.kill('SIGKILL') })

class UtilityProcess extends EventEmitter {
  pid: number | undefined
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  private readonly child: ChildProcess

  constructor(modulePath: string, args: string[], options: ForkOptions) {
    super()
    const stdio = options.stdio ?? 'inherit'
    const [input, output, errors] = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
    const { HOST_CONFIG: _config, NODE_OPTIONS: _options, ...env } = options.env ?? process.env
    this.child = forkNode(modulePath, args, {
      serialization: 'advanced',
      stdio: [input === 'inherit' ? 'ignore' : input ?? 'ignore', output ?? 'inherit', errors ?? 'inherit', 'ipc'],
      execArgv: [
        ...LEAN_NODE,
        '--import', join(import.meta.dirname, 'register.mjs'),
        '--import', join(import.meta.dirname, 'utility-port.mjs'),
        '--disable-warning=ExperimentalWarning',
        '--unhandled-rejections=warn',
        ...options.execArgv ?? [],
      ],
      env,
      ...(options.cwd ? { cwd: options.cwd } : {}),
    })
    this.pid = this.child.pid
    this.stdout = this.child.stdout
    this.stderr = this.child.stderr
    running.add(this.child)
    this.child.on('spawn', () => this.emit('spawn'))
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code, signal) => {
      running.delete(this.child)
      this.pid = undefined
      this.emit('exit', code ?? (signal ? 1 : 0))
    })
  }

  postMessage(message: unknown, transfer: unknown[] = []) {
    if (transfer.length > 0) throw new Error('MessagePorts are not in the Electron stand-in')
    // A process that has ended in the meantime is reported by `exit`.
    if (this.child.connected) this.child.send({ data: message }, () => {})
  }

  kill() { return this.child.kill('SIGTERM') }
}

export const utilityProcess = strict({
  fork(modulePath: string, args: string[] = [], options: ForkOptions = {}) {
    return strict(new UtilityProcess(modulePath, args, options), 'UtilityProcess')
  },
}, 'utilityProcess')
