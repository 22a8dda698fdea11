/**
 * Runs `read` once at a time. Calls during a run share one more run after it, so frequent changes neither queue up nor
 * delay the reading. The promise resolves after a run that began with or after the call.
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
