/** Entry of the gateway's process: the built-in gateway over a ledger, until its parent ends. */
import { runSandbox } from '../../../electron/sandbox/run.ts'
import type { SandboxOptions } from '../../../electron/sandbox/port.ts'

const started = await runSandbox({
  ...JSON.parse(process.argv[2] ?? '') as SandboxOptions,
  onDefect: (error) => { console.error(error) },
})
if (!started.ok) throw new Error(started.failure.detail)
process.on('disconnect', () => { void started.value.close().then(() => process.exit()) })
process.send?.(started.value.description)
