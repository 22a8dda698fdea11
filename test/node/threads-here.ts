/**
 * The journal and the built-in gateway behind their real clients and messages, in this process: a thread compiles
 * all of its code again, and most test desks need none that ends on its own. Messages are copied as to a thread.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { silentLog } from '../../electron/common/processes/log.ts'
import type { StartThread, Thread } from '../../electron/common/processes/thread.ts'
import { serveOtherDesks } from '../../electron/journal/other-desks/serve.ts'
import { serveJournal } from '../../electron/journal/serve.ts'
import type { JournalThreadData, OtherDesksThreadData } from '../../electron/journal/thread-messages.ts'
import { serveReconcile, type ReconcileThreadData } from '../../electron/reconcile/serve.ts'
import type { SandboxOptions } from '../../electron/sandbox/port.ts'
import { serveSandbox } from '../../electron/sandbox/serve.ts'
import { serveTable } from '../../electron/tables/serve.ts'
import type { TableTask } from '../../electron/tables/thread-api.ts'

export const journalHere: StartThread = (_workerPath, data) =>
  here((port) => { serveJournal(port, data as JournalThreadData, silentLog) })

export const otherDesksHere: StartThread = (_workerPath, data) =>
  here((port) => { serveOtherDesks(port, data as OtherDesksThreadData, silentLog) })

export const sandboxHere: StartThread = (_workerPath, data) =>
  here((port) => { serveSandbox(port, structuredClone(data) as SandboxOptions) })

export const reconcileHere: StartThread = (_workerPath, data) =>
  here((port) => { serveReconcile(port, data as ReconcileThreadData) })

export const tablesHere = (_workerPath: string, task: TableTask): Thread =>
  // The other side ends a thread that has answered.
  here((port) => { void serveTable(port, structuredClone(task)).catch(() => undefined) })

function here(serve: (port: MessagePort) => void): Thread {
  const { port1: outside, port2: inside } = new MessageChannel()
  const on = (event: string, listener: (value: never) => void): void => {
    if (event === 'exit') outside.on('close', () => { listener(0 as never) })
    else outside.on(event, listener as (value: unknown) => void)
  }
  serve(inside)
  return {
    on, once: on,
    postMessage: (message) => { outside.postMessage(message) },
    terminate: async () => { outside.close() },
  }
}
