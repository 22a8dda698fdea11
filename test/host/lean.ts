/** How the stand-in's processes of Node run: each is there for seconds, so that what V8 does beside it only costs. */
export const LEAN = ['--v8-pool-size=1', '--single-threaded-gc']
