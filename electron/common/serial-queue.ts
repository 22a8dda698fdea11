/** Runs work one after the other, in the order in which it came. Answers what the work answers. */
export type SerialQueue = <Value>(work: () => Promise<Value>) => Promise<Value>

/**
 * Creates a queue. A failure of one piece of work is its own: the next one runs. Each user has an instance of its own:
 * work that waits for more work of the same queue never ends.
 */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => null)
    return next
  }
}
