/** How often the wall clock is looked at; a sleeping laptop's timers stand still, its clock does not. */
const lookEveryMs = 250

export interface Deadline {
  /** Aborts, with a `TimeoutError` as its reason, when the time is up. */
  readonly signal: AbortSignal
  /** What is left by the wall clock, in milliseconds; 0 once the time is up. */
  remainingMs(): number
  /** Stops watching; `signal` then never aborts. */
  cancel(): void
}

/**
 * A point in time, `milliseconds` from now, that also passes while the machine sleeps: it is up as soon as either a
 * timer or the wall clock (`now`, milliseconds since 1970) says so, at the latest 250 ms after waking. It never keeps
 * the process alive.
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
  }, lookEveryMs)
  timer.unref()
  clock.unref()
  return {
    signal: controller.signal,
    remainingMs: () => controller.signal.aborted ? 0 : Math.max(0, end - now()),
    cancel: stop,
  }
}

/**
 * Settles as `promise` does when that happens within `milliseconds` by the wall clock, otherwise with what `onLate`
 * returns (or throws). What comes of `promise` later is dropped; it is not stopped.
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
