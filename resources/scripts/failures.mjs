import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of a command's output that are repeated at the end. */
const mostLines = 5

/** Lines of a test's failure, which include the expected state and the page's content. */
const mostLinesOfTest = 50

/**
 * The failures of a Vitest JSON report as `file › test`, with the reason and the position in the tests. `part` is the
 * name for failures outside all tests: a missing report, an unhandled error.
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
    return { what: [file, ...ancestorTitles, title].join(' › '), why: linesOfFailure(failureMessages[0]) }
  })
}

/** The text of a failure, with only the first position in a test from its stack trace. */
function linesOfFailure(message) {
  const lines = firstLines(message, Number.POSITIVE_INFINITY)
  const place = lines.find((line) => line.startsWith('at ') && /[\\/]?test[\\/]/.test(line) && !line.includes('node_modules'))
  const kept = lines.filter((line) => !line.startsWith('at ')).slice(0, mostLinesOfTest)
  return place === undefined ? kept : [...kept, asPath(place)]
}

/** A position with its path: Node reports modules by URL, to which Vitest adds a number. */
const asPath = (place) => place.replace(/file:\/\/(?:\/(?=[A-Za-z]:))?/, '').replace(/\?vitest=\d+/, '')

/** The failure of a command with its first output; none if it succeeded. */
export function failuresOfCommand(name, output, exitCode) {
  if (exitCode === 0) return []
  return [{ what: name, why: [`ended with exit code ${exitCode}`, ...firstLines(output, mostLines)] }]
}

const firstLines = (text = '', count) => stripVTControlCharacters(text).split('\n')
  .map((line) => line.trim()).filter((line) => line !== '').slice(0, count)

/** The failures as printed at the end; empty if there are none. */
export function printedFailures(failures) {
  if (failures.length === 0) return ''
  return `\nFailed:\n${failures.map(({ what, why }) => [what, ...why].join('\n    ')).join('\n')}\n`
}
