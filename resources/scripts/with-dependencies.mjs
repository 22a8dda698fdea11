// Runs a command that needs the dependencies: on a fresh clone they are installed first, with npm's output kept off
// standard output.
// Usage: node with-dependencies.mjs COMMAND ARGUMENT...
import { installDependencies, requireToolNode, run } from './common.mjs'

const [command, ...args] = process.argv.slice(2)
if (!command) throw new Error('with-dependencies.mjs: no command given')
await installDependencies()
requireToolNode()
process.exitCode = await run(command, args)
