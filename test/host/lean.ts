/**
 * True in the test runner: its processes end before V8's optimisations have repaid their cost. People and
 * benchmarks get all of them.
 */
const isShortLived = process.env.VITEST !== undefined

/**
 * For the stand-in's Node processes; a young generation that holds the objects of a start is collected less often.
 */
export const LEAN_NODE = isShortLived ? ['--v8-pool-size=1', '--single-threaded-gc', '--min-semi-space-size=16'] : []

/** For the browser. */
export const LEAN_CHROMIUM = isShortLived ? ['--js-flags=--no-opt,--no-maglev,--single-threaded-gc'] : []
