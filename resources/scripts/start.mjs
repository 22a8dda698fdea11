// npm start: installs what is missing, builds, and opens the application.
import { installDependencies, requireToolNode, run, runTool } from './common.mjs'
import { electronBinary } from './electron-binary.mjs'
import { rootRemedy, sandboxRemedy, withoutSandboxAllowed } from './sandbox-allowed.mjs'

const FETCH_LIMIT_MS = 180_000

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  fail('There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). '
    + 'Start it in a desktop session, or under Xvfb: xvfb-run -a npm start')
}
await installDependencies()
requireToolNode()
await build()
const binary = electronBinary() ?? await fetchElectron()
// A fetch that was given up may still hold a pipe: end for certain.
process.exit(binary ? await openElectron(binary) : await openChromium())

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

async function build() {
  console.log('Building …')
  const said = []
  const code = await runTool('electron-vite', ['build'], {
    stdio: ['ignore', 'pipe', 'pipe'], onOutput: (chunk) => said.push(chunk),
  })
  if (code !== 0) fail(`${Buffer.concat(said)}\nThe build failed.`)
}

async function fetchElectron() {
  console.log('Electron\'s binary is not here yet: fetching it (about 120 MB) …')
  const said = []
  let late = false
  const fetching = new AbortController()
  const timer = setTimeout(() => {
    late = true
    fetching.abort()
  }, FETCH_LIMIT_MS)
  await run('node', ['node_modules/electron/install.js'], {
    stdio: ['ignore', 'pipe', 'pipe'], onOutput: (chunk) => said.push(chunk), signal: fetching.signal,
  })
  clearTimeout(timer)
  const binary = electronBinary()
  if (binary) return binary
  const reason = late ? `no answer within ${FETCH_LIMIT_MS / 1000} s` : reasonIn(Buffer.concat(said).toString())
  console.log(`Electron's binary could not be fetched (${reason}): opening the same application in an installed browser.`)
  return null
}

/** The first line that names an error, without the stack around it. */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.trim()).filter(Boolean)
  const named = lines.find((line) => /error|E[A-Z]{4,}/i.test(line) && !line.startsWith('at ')) ?? lines.at(-1)
  return (named ?? 'no reason given').replace(/https?:\/\/\S+/g, 'its address').slice(0, 160)
}

async function openElectron(path) {
  const remedy = rootRemedy() ?? sandboxRemedy(path)
  if (remedy && !withoutSandboxAllowed()) fail(remedy)
  if (remedy) console.log('Opening without Chromium\'s sandbox, as asked.')
  console.log('Opening Gateway Console.')
  return await run(path, [...(remedy ? ['--no-sandbox'] : []), '.', ...process.argv.slice(2)])
}

async function openChromium() {
  return await run('node', ['test/host/start.ts', ...process.argv.slice(2)])
}
