/**
 * Runs `read` once at a time. Calls during a run share one more run after it: changes that come faster than they can be
 * read neither pile up nor put the reading off. The promise resolves after a run that began with or after the call.
 */
export function coalesced(read: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  let next: Promise<void> | null = null

  function run(): Promise<void> {
    if (underWay === null) {
      underWay = read().finally(() => { underWay = null })
      return underWay
    }
    next ??= underWay.then(() => {
      next = null
      return run()
    })
    return next
  }
  return run
}
