// npm test: sets itself up, runs every part, names what failed, and ends with one line `N passed, N failed`.
// `npm test -- unit lint` runs only the named parts, `npm test -- --changed` the tests that depend on uncommitted
// changes, with type check and lint. `--shuffle` runs files and tests in random order, by `--seed=N`, else
// GATEWAY_CONSOLE_SEED, else a new seed each time. Two lanes run in parallel, because most tests of the main side and
// of the application spend most of their time waiting; each takes the next part when it has finished one. The output of
// the second one is printed part by part. `--in-turn` runs one part after the other.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDependencies, npm, requireToolNode, root, run, runTool } from './common.mjs'
import { countClosingLine, countVitestReport } from './counts.mjs'
import { failuresOfCommand, failuresOfReport, printedFailures } from './failures.mjs'
import { useFolderInMemory } from './folder-in-memory.mjs'
import { provideSystemPackages } from './system-packages.mjs'

const changedAlone = process.argv.includes('--changed')
// Processes and threads of the tests load the same modules repeatedly.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
useFolderInMemory()
const seed = seedOfOrder()
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))

/** The seed of a run in random order, which is printed; null without `--shuffle`. */
function seedOfOrder() {
  if (!process.argv.includes('--shuffle')) return null
  const named = process.argv.find((word) => word.startsWith('--seed='))?.slice('--seed='.length)
  const seed = named ?? process.env.GATEWAY_CONSOLE_SEED ?? String(Date.now() % 1_000_000)
  if (!/^\d{1,9}$/.test(seed)) {
    console.error('The seed is a whole number of at most nine digits.')
    process.exit(1)
  }
  console.log(`Random order, seed ${seed}`)
  return seed
}

/** Vitest's arguments to run files, and the tests in each, in the order of the seed. */
function randomOrder() {
  return seed === null ? [] : ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
}

/** Runs a command whose output goes to the lane; returns the output with the exit code. */
async function captured(runIt, { write }) {
  const chunks = []
  const onOutput = (chunk) => {
    chunks.push(Buffer.from(chunk))
    write(chunk)
  }
  const code = await runIt({ stdio: ['ignore', 'pipe', 'pipe'], onOutput })
  return { code, output: Buffer.concat(chunks).toString() }
}

/** One check, passed or failed as a whole. */
async function check(script, lane) {
  const { code, output } = await captured((options) => npm(['run', '--silent', script], options), lane)
  const failures = failuresOfCommand(script, output, code)
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures }
}

async function vitest(project, lane) {
  const report = join(reports, `${project}.json`)
  const code = await runTool('vitest', [
    'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`,
    ...randomOrder(),
    ...(changedAlone ? ['--changed', '--passWithNoTests'] : []),
  ], lane)
  return { ...countVitestReport(report, code), failures: failuresOfReport(project, report, code, root) }
}

async function e2e(lane) {
  const built = await check('build', lane)
  if (built.failed > 0) return built
  const counted = await vitest('e2e', lane)
  return { ...counted, passed: counted.passed + built.passed }
}

async function vectors(lane) {
  const folder = join(root, 'test', 'vectors')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
  const { code, output } = await captured((options) => run('node', ['test/vectors/run.ts', ...files], options), lane)
  return { ...countClosingLine(output, code), failures: failuresOfCommand('vectors', output, code) }
}

/** The longest part is first, so that both lanes end at about the same time. */
const PARTS = {
  e2e,
  node: (lane) => vitest('node', lane),
  keychain: (lane) => vitest('keychain', lane),
  lint: (lane) => check('lint', lane),
  component: (lane) => vitest('component', lane),
  // Lint includes the compiler's errors in the other files.
  typecheck: (lane) => check('typecheck:page', lane),
  unit: (lane) => vitest('unit', lane),
  vectors,
}

async function runPart(name, lane) {
  lane.write(`\n== ${name}\n`)
  const start = performance.now()
  try {
    const counted = await PARTS[name](lane)
    const unnamed = counted.failed > 0 && counted.failures.length === 0
    const failures = unnamed ? [{ what: name, why: ['failed: see what it said above'] }] : counted.failures
    return { name, ...counted, failures, seconds: secondsSince(start) }
  } catch (error) {
    lane.write(`${name} could not run: ${error.message}\n`)
    const failures = [{ what: name, why: [`could not run: ${error.message}`] }]
    return { name, passed: 0, failed: 1, skipped: 0, failures, seconds: secondsSince(start) }
  }
}

const secondsSince = (start) => Math.round((performance.now() - start) / 1_000)

/** Runs one part after the other until none is left. `laneOf` creates the lane for the output of one. */
async function runLane(waiting, laneOf) {
  const counted = []
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const lane = laneOf()
    counted.push(await runPart(name, lane))
    lane.print()
  }
  return counted
}

/** A lane whose output is written to the terminal immediately. */
const direct = { write: (chunk) => { process.stdout.write(chunk) }, print: () => undefined }

/** A lane whose output is kept until `print`. */
function buffered() {
  const chunks = []
  const write = (chunk) => { chunks.push(Buffer.from(chunk)) }
  return { write, onOutput: write, stdio: ['ignore', 'pipe', 'pipe'], print: () => process.stdout.write(Buffer.concat(chunks)) }
}

const options = ['--changed', '--in-turn', '--shuffle', '--seed=N']
const isOption = (word) => options.includes(word.replace(/^--seed=\d+$/, '--seed=N'))
const chosen = process.argv.slice(2).filter((word) => !isOption(word))
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Parts are ${Object.keys(PARTS).join(', ')}; options ${options.join(', ')}.`)
  process.exit(1)
}
await Promise.all([installDependencies(), provideSystemPackages()])
requireToolNode()

const waiting = Object.keys(PARTS).filter((name) => chosen.length === 0 || chosen.includes(name))
const inParallel = !process.argv.includes('--in-turn') && waiting.length > 1
if (inParallel) console.log('Two parts run at a time; what the second one says is printed when it has ended.')
const counted = (await Promise.all([
  runLane(waiting, () => direct),
  ...(inParallel ? [runLane(waiting, buffered)] : []),
])).flat()
rmSync(reports, { recursive: true, force: true })

const sum = (key) => counted.reduce((all, part) => all + part[key], 0)
const summary = counted.map(({ name, passed, failed, skipped, seconds }) =>
  `${name.padEnd(10)} ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`)
process.stdout.write(printedFailures(counted.flatMap((part) => part.failures)))
console.log(`\n${summary.join('\n')}\n`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`)
process.exitCode = sum('failed') > 0 ? 1 : 0
