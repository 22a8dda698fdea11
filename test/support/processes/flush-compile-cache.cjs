// Preloaded into a process that a test will kill: Node would write its compile cache at the end alone.
const { flushCompileCache } = require('node:module')

setTimeout(flushCompileCache, 200).unref()
