import type { Dispatcher } from 'undici'
import { PassingHandler } from './passing-handler.ts'

/** Guards one send: the library repeats a request automatically in some cases, and a repeat is a second charge. */
export interface SendGuard {
  /** Insert it next to the network, below anything that could repeat a request. */
  readonly interceptor: Dispatcher.DispatcherComposeInterceptor
  /** Whether the request began to leave. */
  hasStarted(): boolean
  /** Refuses every further start. Returns whether there was one; that value is final. */
  close(): boolean
}

/**
 * Creates a guard for one send. It refuses a start, before a byte is written, when there was one already, when the
 * guard is closed, and when `mayStart` returns false (the time is up).
 */
export function createSendGuard(mayStart: () => boolean = () => true): SendGuard {
  let started = false
  let closed = false

  const start = () => {
    // SECURITY: money moves once. The library writes nothing when this throws.
    if (started) throw new Error('a second send of one request was refused')
    if (closed || !mayStart()) throw new DOMException('the time is up', 'TimeoutError')
    started = true
  }

  return {
    interceptor: (dispatch) => (options, handler) => dispatch(options, new GuardedHandler(handler, start)),
    hasStarted: () => started,
    close() {
      closed = true
      return started
    },
  }
}

/** Runs the guard's check before the request starts. */
class GuardedHandler extends PassingHandler {
  readonly #start: () => void

  constructor(inner: Dispatcher.DispatchHandler, start: () => void) {
    super(inner)
    this.#start = start
  }

  override onRequestStart(...passed: Parameters<PassingHandler['onRequestStart']>): void {
    this.#start()
    super.onRequestStart(...passed)
  }
}
