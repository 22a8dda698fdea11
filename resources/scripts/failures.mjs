import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of a command's output that are repeated at the end. */
const mostLines = 5

/**
 * What failed of a Vitest JSON report, `file › test` each, with the first line of why. `part` names what went wrong
 * outside of every test: a report that is missing, an error that nobody handled.
 */
export function failuresOfReport(part, path, exitCode, root) {
  if (!existsSync(path)) return [{ what: part, why: [`ended with exit code ${exitCode} and no report`] }]
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const failures = testResults.flatMap((file) => failuresOfFile(file, relative(root, file.name)))
  return failures.length > 0 || exitCode === 0 ? failures
    : [{ what: part, why: [`ended with exit code ${exitCode} because of an error outside of every test`] }]
}

function failuresOfFile({ status, message, assertionResults }, file) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [{ what: file, why: firstLines(message, 1) }] : []
  return failed.map(({ ancestorTitles, title, failureMessages }) => {
    return { what: [file, ...ancestorTitles, title].join(' › '), why: firstLines(failureMessages[0], 1) }
  })
}

/** The failure of a command by what it said first; none when it succeeded. */
export function failuresOfCommand(name, output, exitCode) {
  if (exitCode === 0) return []
  return [{ what: name, why: [`ended with exit code ${exitCode}`, ...firstLines(output, mostLines)] }]
}

const firstLines = (text = '', count) => stripVTControlCharacters(text).split('\n')
  .map((line) => line.trim()).filter((line) => line !== '').slice(0, count)

/** The failures as they are printed at the end; empty without one. */
export function printedFailures(failures) {
  if (failures.length === 0) return ''
  return `\nFailed:\n${failures.map(({ what, why }) => [what, ...why].join('\n    ')).join('\n')}\n`
}
