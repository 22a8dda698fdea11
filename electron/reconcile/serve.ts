import type { MessagePort } from 'node:worker_threads'
import { serve } from '../common/processes/rpc.ts'
import { isHeader } from '#shared/reconcile/columns.ts'
import { readTable } from '../tables/read-table.ts'
import { createWorkbench } from './workbench.ts'

/** The start data of the thread. */
export interface ReconcileThreadData {
  /** The folder of the stored results. */
  readonly folder: string
}

/** Serves a workbench to the other side of a port. */
export function serveReconcile(main: MessagePort, { folder }: ReconcileThreadData): void {
  serve({
    post: (message) => { main.postMessage(message) },
    onMessage: (listener) => main.on('message', listener),
    onEnd: () => undefined,
  }, createWorkbench(folder, (source, mostRows) => readTable(source, mostRows, isHeader)), () => undefined)
}
