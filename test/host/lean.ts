/**
 * In the test runner: what it starts is gone before what V8 does beside it, for speed, has repaid its cost. People and
 * benchmarks get all of that.
 */
const isShortLived = process.env.VITEST !== undefined

/** Of the stand-in's processes of Node; a young generation that holds what a start makes is collected less often. */
export const LEAN_NODE = isShortLived ? ['--v8-pool-size=1', '--single-threaded-gc', '--min-semi-space-size=16'] : []

/** Of the browser. */
export const LEAN_CHROMIUM = isShortLived ? ['--js-flags=--no-opt,--no-maglev,--single-threaded-gc'] : []
