import type { OperationId } from '#shared/gateway/operations/operations.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { describeError, type Log } from '../../common/processes/log.ts'
import type { DeskControl } from '../../desk/services.ts'
import { defaultTimeouts } from '../../gateway/timeouts.ts'

/** A send has its outcome, in the journal too, by then; no quit takes longer than this. */
const sendLimitMs = defaultTimeouts.totalMs + 10_000
/** Each service ends within 2 s. */
const servicesLimitMs = 5_000

/** The one way out of the application. */
export interface Quit {
  /**
   * Quits when it is safe; a further call meanwhile notifies again of what it waits for. While a batch is being sent,
   * a person is asked first.
   */
  readonly request: () => void
  /** The same without a question: the system's session ends. */
  readonly requestNow: () => void
  /** The operation that is being sent; null when quitting need not wait. */
  readonly waitsFor: () => OperationId | null
}

/**
 * Creates the way out: nothing new is sent, an issuer's page is closed, a send in progress gets its outcome, the
 * modules end, then `exit`. `mayPause` asks whether a batch may be paused.
 * During a send `notifyWaiting` is called. Never stuck: after 100 s it stops waiting.
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
    // After sends have stopped: the desk's reaction to the visit's end cannot send anything.
    closeIssuerPage()
    void within('sending', prepared, sendLimitMs)
      .then(() => within('services', endServices(), servicesLimitMs))
      .then(exit)
  }

  const askFirst = async () => {
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
      else void askFirst()
    },
    requestNow,
  }
}
