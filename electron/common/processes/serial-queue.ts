/** Runs work in the order of its arrival, one piece at a time. Returns the result of the work. */
export type SerialQueue = <Value>(work: () => Promise<Value>) => Promise<Value>

/**
 * Creates a queue. A failed piece of work does not stop the next one. Each user needs a separate instance: work that
 * waits for more work of the same queue never ends.
 */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => null)
    return next
  }
}
