import type { OperationId } from '#shared/gateway/operations/operations.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { describeError, type Log } from '../../common/processes/log.ts'
import type { DeskControl } from '../../desk/services.ts'
import { defaultTimeouts } from '../../gateway/timeouts.ts'

/** By then every send has its outcome in the journal. Quitting waits no longer than this. */
const sendLimitMs = defaultTimeouts.totalMs + 10_000
/** Limit for ending the services; each ends within 2 s. */
const servicesLimitMs = 5_000

/** Ends the application. Nothing else does. */
export interface Quit {
  /**
   * Quits when it is safe. While a batch is being sent, a person is asked first. A repeated call notifies again of the
   * send that quitting waits for.
   */
  readonly request: () => void
  /** The same without a question, as the system's session is ending. */
  readonly requestNow: () => void
  /** The operation that is being sent; null when quitting need not wait. */
  readonly waitsFor: () => OperationId | null
}

/**
 * Creates the service that quits: it stops new sends, closes an issuer's page, waits for a send in progress, ends the
 * modules, then calls `exit`. `mayPause` asks whether a batch may be paused. `notifyWaiting` is called while a send is
 * in progress. Waiting ends after about 100 s, so it never hangs.
 */
export function createQuit({ control, closeIssuerPage, endServices, mayPause, notifyWaiting, exit, log }: {
  control: Pick<DeskControl, 'sending' | 'runsBatch' | 'prepareToQuit'>
  closeIssuerPage: () => void
  endServices: () => Promise<void>
  mayPause: () => Promise<boolean>
  notifyWaiting: (operation: OperationId) => void
  exit: () => void
  log: Log
}): Quit {
  let quitting = false
  let asking = false

  const within = async (step: string, work: Promise<void>, limitMs: number): Promise<void> => {
    try {
      await withDeadline(work, limitMs, () => { log.error('quit-gave-up-waiting', { state: step }) })
    } catch (error) {
      log.error('quit-step-failed', { ...describeError(error), state: step })
    }
  }

  const reportWait = () => {
    const operation = control.sending()
    if (operation === null) return
    log.info('quit-waits', { operation })
    notifyWaiting(operation)
  }

  const requestNow = () => {
    reportWait()
    if (quitting) return
    quitting = true
    const prepared = control.prepareToQuit()
    // After sends have stopped, so that the desk's reaction to the closed page cannot send anything.
    closeIssuerPage()
    void within('sending', prepared, sendLimitMs)
      .then(() => within('services', endServices(), servicesLimitMs))
      .then(exit)
  }

  const quitAfterQuestion = async () => {
    if (asking) return
    asking = true
    try {
      if (await mayPause()) requestNow()
    } catch (error) {
      log.error('quit-step-failed', { ...describeError(error), state: 'question' })
      requestNow()
    } finally {
      asking = false
    }
  }

  return {
    waitsFor: () => control.sending(),
    request() {
      if (quitting || !control.runsBatch()) requestNow()
      else void quitAfterQuestion()
    },
    requestNow,
  }
}
