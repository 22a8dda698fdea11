import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'fatal-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const common = new URL('../../../electron/common/', import.meta.url).href

/** Runs a program that installs the handlers, then has an unforeseen error. */
function run(action: string, notify = '(sentence) => console.log(sentence)') {
  const program = `
    import { installFatalHandlers } from '${common}processes/fatal.ts'
    import { createLog } from '${common}processes/log.ts'
    const log = createLog({ folder: ${JSON.stringify(folder)}, module: 'main' })
    installFatalHandlers({ module: 'main', log, notify: ${notify}, exit: (code) => process.exit(code) })
    setInterval(() => undefined, 1000)
    ${action}`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
  return { status, output: stdout.toString(), log: readFileSync(join(folder, 'main.log'), 'utf8') }
}

test.each([
  ['an exception', 'uncaught-exception', 'setImmediate(() => { throw new Error("control=abcdef broke") })'],
  ['a rejected promise', 'unhandled-rejection', 'void Promise.reject(new Error("control=abcdef broke"))'],
])('an uncaught %s is redacted in the log, reported in a sentence, and ends the process', (_what, event, action) => {
  const { status, output, log } = run(action)
  expect(status).toBe(70)
  expect(log).toContain(event)
  expect(log + output).not.toContain('abcdef')
  expect(output).toMatch(/has to close.*money may have moved.*Open outcomes/)
})

test('a second error during the report of the first ends the process at once', () => {
  const { status, log } = run(
    'setImmediate(() => { throw new Error("first") })',
    '() => { setImmediate(() => { throw new Error("second") }); return new Promise(() => undefined) }',
  )
  expect(status).toBe(70)
  expect(log.match(/uncaught-exception/g)).toHaveLength(2)
})

test('a report that fails does not keep the process alive', () => {
  const { status, log } = run('setImmediate(() => { throw new Error("first") })', '() => { throw new Error("no display") }')
  expect(status).toBe(70)
  expect(log).toContain('fatal-not-shown')
})
