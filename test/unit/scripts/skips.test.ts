import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { skipsWithoutReason } from '../../../resources/scripts/skips.mjs'

const root = join(import.meta.dirname, '../../..')
const report = (name: string, ...tests: [title: string, status: string][]) => ({
  testResults: [{ name, assertionResults: tests.map(([title, status]) => ({ title, status })) }],
})
const linux = { platform: 'linux', arch: 'x64' }

describe('an end-to-end test on real Electron that is skipped', () => {
  it('fails the run unless it is listed', () => {
    const found = skipsWithoutReason(report('/project/test/e2e/a.test.ts', ['runs', 'passed'], ['waits', 'skipped'], ['is owed', 'todo']), [], linux)
    expect(found).toEqual(['/project/test/e2e/a.test.ts: waits', '/project/test/e2e/a.test.ts: is owed'])
  })

  it('may be listed as a test or as a whole file', () => {
    const skipped = report('/project/test/e2e/a.test.ts', ['one', 'skipped'], ['other', 'pending'])
    const entry = { file: 'test/e2e/a.test.ts', on: ['linux'], reason: 'why' }
    expect(skipsWithoutReason(skipped, [{ ...entry, test: 'one' }], linux)).toEqual(['/project/test/e2e/a.test.ts: other'])
    expect(skipsWithoutReason(skipped, [entry], linux)).toEqual([])
  })

  it('is listed for a system, or one of its processors, and fails on another one', () => {
    const skipped = report('C:\\project\\test\\e2e\\a.test.ts', ['one', 'skipped'])
    const on = (...systems: string[]) => [{ file: 'test/e2e/a.test.ts', on: systems, reason: 'why' }]
    expect(skipsWithoutReason(skipped, on('win32'), { platform: 'win32', arch: 'x64' })).toEqual([])
    expect(skipsWithoutReason(skipped, on('linux-arm64', 'win32'), linux)).toHaveLength(1)
    expect(skipsWithoutReason(skipped, on('linux-arm64'), { platform: 'linux', arch: 'arm64' })).toEqual([])
  })

  it('is not confused with a file whose name has the same ending', () => {
    const allowed = [{ file: 'e2e/a.test.ts', on: ['linux'], reason: 'why' }]
    expect(skipsWithoutReason(report('/project/other-e2e/a.test.ts', ['one', 'skipped']), allowed, linux)).toHaveLength(1)
  })
})

const listed = JSON.parse(readFileSync(join(root, 'test/e2e/may-be-skipped.json'), 'utf8')) as
  { file: string; test?: string; on: string[]; reason: string }[]

it.each(listed)('the list has existing tests, each with a reason: $file $test', ({ file, test, on, reason }) => {
  const text = readFileSync(join(root, file), 'utf8')
  if (test !== undefined) expect(text).toContain(`'${test}'`)
  expect(on.filter((system) => !/^(linux|win32|darwin)(-(x64|arm64))?$/.test(system))).toEqual([])
  expect(reason).toMatch(/^[A-Z].{15,}\.$/)
})
