import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failuresOfCommand, failuresOfReport, printedFailures } from '../../../resources/scripts/failures.mjs'

const folder = mkdtempSync(join(tmpdir(), 'failures-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

const passed = { status: 'passed', ancestorTitles: ['money'], title: 'moves once', failureMessages: [] }
const failed = {
  status: 'failed', ancestorTitles: ['money', 'a refund'], title: 'moves once',
  failureMessages: [[
    '\u001b[31mTimeoutError\u001b[39m: locator.click: Timeout exceeded.', 'Call log:', '  - waiting for the button',
    '    at send (/project/node_modules/driver/test/send.js:1:1)', '    at click (/project/renderer/click.ts:2:2)',
    '    at file:///project/test/refund.test.ts?vitest=1795447899110:3:7', '    at /project/test/other.test.ts:4:1',
  ].join('\n')],
}

function report(file: { status: string, message?: string, assertionResults: object[] }): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify({ testResults: [{ name: '/project/test/refund.test.ts', ...file }] }))
  return path
}

const printed = (path: string, exitCode: number) => printedFailures(failuresOfReport('node', path, exitCode, '/project'))

describe('the last output of npm test names what failed', () => {
  it('a test by its file and full name, with the reason and the line in the test', () => {
    const path = report({ status: 'failed', assertionResults: [passed, failed] })
    expect(printed(path, 1)).toBe(
      '\nFailed:\ntest/refund.test.ts › money › a refund › moves once\n    TimeoutError: locator.click: Timeout exceeded.\n'
      + '    Call log:\n    - waiting for the button\n    at /project/test/refund.test.ts:3:7\n',
    )
  })

  it('a file that could not be loaded', () => {
    const path = report({ status: 'failed', message: 'Error: Cannot find module \'./none.ts\'\n  at …', assertionResults: [] })
    expect(printed(path, 1)).toBe('\nFailed:\ntest/refund.test.ts\n    Error: Cannot find module \'./none.ts\'\n')
  })

  it('a run that failed outside of every test, or left no report', () => {
    expect(printed(report({ status: 'passed', assertionResults: [passed] }), 1)).toContain('node\n    ended with exit code 1')
    expect(printed(join(folder, 'none.json'), 137)).toContain('node\n    ended with exit code 137 and no report')
  })

  it('a check by its name and its first output', () => {
    const output = '\n/project/a.ts\n  1:1  error  Unexpected var\n\n✖ 1 problem\n4\n5\n6\n'
    expect(printedFailures(failuresOfCommand('lint', output, 1))).toBe(
      '\nFailed:\nlint\n    ended with exit code 1\n    /project/a.ts\n    1:1  error  Unexpected var\n    ✖ 1 problem\n    4\n    5\n',
    )
  })

  it('nothing if nothing failed', () => {
    expect(printed(report({ status: 'passed', assertionResults: [passed] }), 0)).toBe('')
    expect(failuresOfCommand('lint', 'fine', 0)).toEqual([])
  })
})
