/** Main's side of comparing statements: a thread from the first call until a lock. */
import { connect } from '../common/processes/rpc.ts'
import { channelTo, startSmallWorker, type StartThread, type Thread } from '../common/processes/thread.ts'
import type { ReconcilePort } from './port.ts'
import type { ReconcileThreadData } from './serve.ts'
import type { Workbench } from './workbench.ts'

/**
 * Creates the port. `workerPath` is the built entry `thread`. Calls that are interrupted by the thread's end reject
 * with `ChannelEnded`.
 */
export function createReconcile({ workerPath, folder, startThread = startSmallWorker }: {
  workerPath: string; folder: string; startThread?: StartThread
}): ReconcilePort {
  let running: { readonly worker: Thread; readonly calls: Workbench } | null = null

  function calls(): Workbench {
    running ??= start()
    return running.calls
  }

  function start(): NonNullable<typeof running> {
    const worker = startThread(workerPath, { folder } satisfies ReconcileThreadData)
    const stopped = (): void => { if (running?.worker === worker) running = null }
    worker.on('error', stopped)
    worker.once('exit', stopped)
    return {
      worker,
      calls: connect<Workbench>(channelTo(worker, 'The comparison')),
    }
  }

  async function end(): Promise<void> {
    const ending = running
    running = null
    // SECURITY: ending the thread frees the statement.
    await ending?.worker.terminate()
  }

  return {
    openStatement: (input) => calls().openStatement(input),
    columns: (input) => calls().columns(input),
    begin: (input) => calls().begin(input),
    offer: (input) => calls().offer(input),
    idsToFind: (input) => calls().idsToFind(input),
    finish: (input) => calls().finish(input),
    results: (input) => calls().results(input),
    open: (input) => calls().open(input),
    rows: (input) => calls().rows(input),
    decide: (input) => calls().decide(input),
    file: (input) => calls().file(input),
    statusRows: (input) => calls().statusRows(input),
    remove: (input) => calls().remove(input),
    drop() { void end() },
    end,
  }
}
