// npm start: installs missing packages, builds, and opens the application or runs the guided tour. Written for Node
// 20; the steps after the build run on the Node version of the tools.
import { installDependencies, requireToolNode, run, runTool } from './common.mjs'
import { HELP, parseOptions } from './start/options.mjs'

const args = process.argv.slice(2)
const { help, problem } = parseOptions(args)
if (problem) fail(`${problem}\n\n${HELP}`)
if (help) {
  console.log(HELP)
  process.exit(0)
}
await installDependencies()
requireToolNode()
await build()
process.exitCode = await run('node', ['resources/scripts/start/open.ts', ...args])

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

async function build() {
  console.log('Building …')
  const chunks = []
  const code = await runTool('electron-vite', ['build'], {
    stdio: ['ignore', 'pipe', 'pipe'], onOutput: (chunk) => chunks.push(chunk),
  })
  if (code !== 0) fail(`${Buffer.concat(chunks)}\nThe build failed.`)
}
