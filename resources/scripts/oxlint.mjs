// oxlint's part of `npm run lint`: all files except templates, and the compiler's errors in all files except the
// page, which vue-tsc checks.
import { pageProject, writeVueScripts } from '../../test/lint/vue-scripts.js'
import { runTool } from './common.mjs'

// One thread computes each type once; several would each compute it.
const env = { GOMAXPROCS: '1', GOGC: '400' }
const oxlint = (...args) => runTool('oxlint', ['--config', 'oxlint.config.js', ...args], { env })

const page = ['renderer', 'test/component']
const codes = [
  await oxlint('--type-check', '.', ...page.flatMap((folder) => ['--ignore-pattern', `${folder}/**`])),
  await oxlint('--tsconfig', pageProject, ...page, ...writeVueScripts()),
]
process.exitCode = Math.max(...codes)
