// What oxlint does of `npm run lint`: all files but templates, and what the compiler says of all but the page, which
// vue-tsc checks.
import { writeVueScripts } from '../../test/lint/vue-scripts.js'
import { runTool } from './common.mjs'

// One thread asks for a type once; several would each ask for it.
const env = { GOMAXPROCS: '1', GOGC: '400' }
const oxlint = (...args) => runTool('oxlint', ['--config', 'oxlint.config.js', ...args], { env })

const page = ['renderer', 'test/component']
const codes = [
  await oxlint('--type-check', '.', ...page.flatMap((folder) => ['--ignore-pattern', `${folder}/**`])),
  await oxlint(...page, ...writeVueScripts()),
]
process.exitCode = Math.max(...codes)
