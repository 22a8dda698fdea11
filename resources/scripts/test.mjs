// npm test: sets itself up, runs every part, and ends with one line `N passed, N failed`.
// `npm test -- unit lint` runs the named parts alone.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDependencies, npm, requireToolNode, root, run, runTool } from './common.mjs'
import { countClosingLine, countVitestReport } from './counts.mjs'
import { provideSystemPackages } from './system-packages.mjs'

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

/** One check, passed or failed as a whole. */
async function check(script) {
  const code = await npm(['run', '--silent', script])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function vitest(project) {
  const report = join(reports, `${project}.json`)
  const code = await runTool('vitest', [
    'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`,
  ])
  return countVitestReport(report, code)
}

async function e2e() {
  const built = await check('build')
  if (built.failed > 0) return built
  const counted = await vitest('e2e')
  return { ...counted, passed: counted.passed + built.passed }
}

async function vectors() {
  const folder = join(root, 'test', 'vectors')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
  const said = []
  const code = await run('node', ['test/vectors/run.ts', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (chunk) => {
      said.push(chunk)
      process.stdout.write(chunk)
    },
  })
  return countClosingLine(Buffer.concat(said).toString(), code)
}

const PARTS = {
  typecheck: () => check('typecheck'),
  lint: () => check('lint'),
  unit: () => vitest('unit'),
  component: () => vitest('component'),
  node: () => vitest('node'),
  e2e,
  vectors,
}

async function runPart(name) {
  console.log(`\n== ${name}`)
  try {
    return await PARTS[name]()
  } catch (error) {
    console.error(`${name} could not run: ${error.message}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
await installDependencies()
requireToolNode()
await provideSystemPackages()

const total = { passed: 0, failed: 0, skipped: 0 }
const summary = []
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  const counted = await runPart(name)
  for (const key of Object.keys(total)) total[key] += counted[key]
  summary.push(`${name.padEnd(10)} ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`)
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed > 0 ? 1 : 0
