/** Runs work one after the other, in the order in which it came. */
export type OneByOne = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Makes a queue. A failure of one piece of work is its own: the next one runs. */
export function oneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => null)
    return next
  }
}
