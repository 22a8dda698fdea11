import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts of a Vitest JSON report. A file that failed before its first test, an unhandled error and a missing report
 * count as failures too: no failure may look like a pass.
 */
export function countVitestReport(path, exitCode) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map((test) => test.status))
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length
  const failed = count('failed') + report.testResults.filter(failedWhole).length
  return {
    passed: count('passed'),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
  }
}

const failedWhole = (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')

/** Counts of a part that ends with the line `N passed, N failed`. */
export function countClosingLine(output, exitCode) {
  const closing = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '')
  if (!closing) return { passed: 0, failed: 1, skipped: 0 }
  const [passed, failed, skipped] = closing.slice(1).map((digits) => Number(digits ?? 0))
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
}
