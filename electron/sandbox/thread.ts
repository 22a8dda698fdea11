/** Entry of the sandbox's worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SandboxOptions } from './port.ts'
import { serveSandbox } from './serve.ts'

if (parentPort === null) throw new Error('the built-in gateway runs as a worker thread')
serveSandbox(parentPort, workerData as SandboxOptions)
