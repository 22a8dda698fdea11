import type { Dispatcher } from 'undici'

/** A handler that forwards every event to another; subclasses override the methods that they watch. */
export class PassingHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler

  constructor(inner: Dispatcher.DispatchHandler) {
    this.#inner = inner
  }

  onRequestStart(...passed: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
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
