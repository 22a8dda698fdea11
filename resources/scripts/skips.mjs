/** States of a Vitest JSON report in which a test was not run. */
const NOT_RUN = ['skipped', 'pending', 'todo', 'disabled']

/**
 * The tests of a Vitest JSON report that were skipped without an entry in `allowed`, as `FILE: TEST`. An entry has a
 * file, or one of its tests, and where it may be skipped: `linux`, `win32`, `darwin`, or one of them with a processor
 * (`linux-arm64`). Files without any result are not reported.
 *
 * @param {{ testResults: { name: string, assertionResults: { status: string, title: string }[] }[] }} report
 * @param {readonly { file: string, test?: string, on: readonly string[], reason: string }[]} allowed
 * @param {{ platform: string, arch: string }} system
 */
export function skipsWithoutReason(report, allowed, { platform, arch }) {
  const here = allowed.filter(({ on }) => on.includes(platform) || on.includes(`${platform}-${arch}`))
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const path = name.replaceAll('\\', '/')
    const entries = here.filter(({ file }) => path.endsWith(`/${file}`))
    const mayBe = (title) => entries.some(({ test }) => test === undefined || test === title)
    return assertionResults.filter(({ status, title }) => NOT_RUN.includes(status) && !mayBe(title))
      .map(({ title }) => `${path}: ${title}`)
  })
}
