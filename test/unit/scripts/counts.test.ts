import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countClosingLine, countVitestReport } from '../../../resources/scripts/counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

function report(...files: { status: string, tests: string[] }[]): string {
  const path = join(folder, 'report.json')
  const testResults = files.map(({ status, tests }) => {
    return { status, assertionResults: tests.map((test) => ({ status: test })) }
  })
  writeFileSync(path, JSON.stringify({ testResults }))
  return path
}

describe('npm test never counts a failure as a pass', () => {
  it('counts every test by its state', () => {
    const path = report({ status: 'failed', tests: ['passed', 'failed', 'skipped'] }, { status: 'passed', tests: ['passed', 'todo'] })
    expect(countVitestReport(path, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  it('counts a file that failed before its first test as a failure', () => {
    expect(countVitestReport(report({ status: 'failed', tests: [] }), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts an exit code without a failed test as a failure', () => {
    expect(countVitestReport(report({ status: 'passed', tests: ['passed'] }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('counts a missing report as a failure', () => {
    expect(countVitestReport(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('reads the last line; a missing line or an exit code counts as a failure', () => {
    expect(countClosingLine('FAIL a: …\n41 passed, 1 failed\n', 1)).toEqual({ passed: 41, failed: 1, skipped: 0 })
    expect(countClosingLine('41 passed, 0 failed, 2 skipped\n', 0)).toEqual({ passed: 41, failed: 0, skipped: 2 })
    expect(countClosingLine('Segmentation fault\n', 139)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countClosingLine('41 passed, 0 failed\n', 1)).toEqual({ passed: 41, failed: 1, skipped: 0 })
  })
})
