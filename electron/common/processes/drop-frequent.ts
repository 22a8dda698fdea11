/** Shortest time between two progress events to the page. */
const everyMs = 100

/**
 * Forwards the first value, then at most one per 100 ms by this clock; the others are dropped. A value with `must` is
 * always forwarded.
 */
export function dropFrequent<Value>(
  clock: { now(): number }, forward: (value: Value) => void,
): (value: Value, must?: boolean) => void {
  let forwardedAt = -Infinity
  return (value, must = false) => {
    const at = clock.now()
    // If the clock was set back, forward anyway.
    if (!must && at >= forwardedAt && at - forwardedAt < everyMs) return
    forwardedAt = at
    forward(value)
  }
}
