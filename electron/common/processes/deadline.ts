/** Interval of reading the wall clock. While a laptop sleeps its timers stop, but its clock does not. */
const checkEveryMs = 250

export interface Deadline {
  /** Aborts, with a `TimeoutError` as its reason, when the time is up. */
  readonly signal: AbortSignal
  /** The remaining milliseconds by the wall clock; 0 once the time is up. */
  remainingMs(): number
  /** Stops watching; `signal` then never aborts. */
  cancel(): void
}

/**
 * Creates a deadline `milliseconds` from now that also passes while the machine sleeps. The time is up as soon as a
 * timer fires or the wall clock (`now`, milliseconds since 1970) has reached the end, at the latest 250 ms after
 * waking. It never keeps the process alive.
 */
export function createDeadline(milliseconds: number, now: () => number = Date.now): Deadline {
  const controller = new AbortController()
  const end = now() + milliseconds
  const stop = () => {
    clearTimeout(timer)
    clearInterval(clock)
  }
  const expire = () => {
    stop()
    controller.abort(new DOMException('the time is up', 'TimeoutError'))
  }
  const timer = setTimeout(expire, milliseconds)
  const clock = setInterval(() => {
    if (now() >= end) expire()
  }, checkEveryMs)
  timer.unref()
  clock.unref()
  return {
    signal: controller.signal,
    remainingMs: () => controller.signal.aborted ? 0 : Math.max(0, end - now()),
    cancel: stop,
  }
}

/**
 * Resolves or rejects as `promise` does within `milliseconds` by the wall clock, otherwise with the result of `onLate`
 * (or its exception). A later result of `promise` is dropped; its work is not stopped.
 */
export function withDeadline<Value, Late>(
  promise: Promise<Value>,
  milliseconds: number,
  onLate: () => Late,
): Promise<Value | Late> {
  const deadline = createDeadline(milliseconds)
  const late = new Promise<Late>((resolve, reject) => {
    deadline.signal.addEventListener('abort', () => {
      try {
        resolve(onLate())
      } catch (error) {
        reject(error instanceof Error ? error : new Error('late'))
      }
    })
  })
  return Promise.race([promise, late]).finally(() => { deadline.cancel() })
}
