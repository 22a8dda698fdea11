import type { Dispatcher } from 'undici'

/** Watches over one send: the library repeats a request by itself in some cases, and a repeat is a second charge. */
export interface SendGuard {
  /** To be put next to the network, below anything that could repeat a request. */
  readonly interceptor: Dispatcher.DispatcherComposeInterceptor
  /** Whether the request began to leave. */
  hasStarted(): boolean
  /** Refuses any start from now on and tells whether there had been one: after this the answer can't change. */
  close(): boolean
}

/**
 * A guard for one send. A start is refused, before a byte is written, when there was one already, when the guard is
 * closed, and when `mayStart` says no (the time is up).
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

/** Passes everything on; asks before the request starts. */
class GuardedHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler
  readonly #start: () => void

  constructor(inner: Dispatcher.DispatchHandler, start: () => void) {
    this.#inner = inner
    this.#start = start
  }

  onRequestStart(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    this.#start()
    this.#inner.onRequestStart?.(...passed)
  }

  onRequestUpgrade(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestUpgrade']>>): void {
    this.#inner.onRequestUpgrade?.(...passed)
  }

  onResponseStarted(): void {
    this.#inner.onResponseStarted?.()
  }

  onResponseStart(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    this.#inner.onResponseStart?.(...passed)
  }

  onResponseData(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseData']>>): void {
    this.#inner.onResponseData?.(...passed)
  }

  onResponseEnd(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#inner.onResponseEnd?.(...passed)
  }

  onResponseError(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseError']>>): void {
    this.#inner.onResponseError?.(...passed)
  }

  onBodySent(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onBodySent']>>): void {
    this.#inner.onBodySent?.(...passed)
  }

  onRequestSent(): void {
    this.#inner.onRequestSent?.()
  }
}
