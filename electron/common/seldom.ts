/** How often a page is told of progress. */
const everyMs = 100

/**
 * Passes on the first value, then at most one each 100 ms by this clock; what `must` be told is passed on in any case.
 */
export function seldom<Value>(
  clock: { now(): number }, pass: (value: Value) => void,
): (value: Value, must?: boolean) => void {
  let passedAt = -Infinity
  return (value, must = false) => {
    const at = clock.now()
    // A clock that was put back must not end it.
    if (!must && at >= passedAt && at - passedAt < everyMs) return
    passedAt = at
    pass(value)
  }
}
