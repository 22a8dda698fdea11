/** Main's side of the built-in gateway: a thread that runs from `start` to `stop`. */
import { failed, type Result } from '#shared/result.ts'
import { withDeadline } from '../common/processes/deadline.ts'
import { connect } from '../common/processes/rpc.ts'
import { channelTo, startWorker, type StartThread, type Thread } from '../common/processes/thread.ts'
import { sandboxCards, sandboxFaultCards, sandboxTestCards } from './orders/cards.ts'
import type { ArmedFault } from './faults/faults.ts'
import type { SandboxDescription, SandboxOptions, SandboxPort } from './port.ts'
import type { SandboxFailure } from './run.ts'
import type { DefectReport, SandboxThread } from './thread-api.ts'

const closeDeadlineMs = 2_000

/** The port, with further functions for tests. */
export interface Sandbox extends SandboxPort {
  /** Damages the replies to the next requests; rejects if the gateway is not running. */
  armFault(fault: ArmedFault): Promise<void>
  clearFaults(): Promise<void>
}

interface Session {
  readonly worker: Thread
  readonly thread: SandboxThread
}

/**
 * Creates the manager of the built-in gateway; nothing runs before `start`. `workerPath` is the built entry `thread`.
 * Calls `onDefect` for unforeseen errors and for a thread that ended by itself; the next `start` then creates a new one
 * with the same ledger.
 */
export function createSandbox({ workerPath, options, onDefect, startThread = startWorker }: {
  workerPath: string
  options: SandboxOptions
  onDefect: (error: unknown) => void
  startThread?: StartThread
}): Sandbox {
  let publicKeyPem = options.publicKeyPem
  let session: Session | null = null

  const open = (): Session => {
    const worker = startThread(workerPath, { ...options, publicKeyPem } satisfies SandboxOptions)
    const opened: Session = { worker, thread: connect<SandboxThread>(channelTo(worker, 'The built-in gateway')) }
    worker.on('error', onDefect)
    worker.on('message', (message: unknown) => {
      if (isDefectReport(message)) onDefect(message.defect)
    })
    worker.once('exit', () => {
      if (session === opened) session = null
    })
    return opened
  }

  const end = async (ended: Session): Promise<void> => {
    if (session === ended) session = null
    // A thread that has already ended has nothing to close.
    await withDeadline(ended.thread.close().catch(() => undefined), closeDeadlineMs, () => undefined)
    await ended.worker.terminate()
  }

  const running = (): SandboxThread => {
    if (session === null) throw new Error('The built-in gateway does not run.')
    return session.thread
  }

  return {
    async start(): Promise<Result<SandboxDescription, SandboxFailure>> {
      session ??= open()
      const opened = session
      const started = await opened.thread.start().catch((error: unknown) => failed({
        code: 'sandbox-failed' as const, detail: error instanceof Error ? error.message : 'The reason is not known.',
      }))
      if (!started.ok) await end(opened)
      return started
    },
    async setPublicKey(pem) {
      await session?.thread.setPublicKey(pem)
      publicKeyPem = pem
    },
    cards: () => sandboxCards,
    faultCards: () => sandboxFaultCards,
    testCards: () => sandboxTestCards,
    async stop() {
      if (session !== null) await end(session)
    },
    armFault: async (fault) => running().armFault(fault),
    clearFaults: async () => running().clearFaults(),
  }
}

function isDefectReport(message: unknown): message is DefectReport {
  return typeof message === 'object' && message !== null && 'defect' in message
}
