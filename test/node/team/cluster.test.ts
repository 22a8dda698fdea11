import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missing } from './support.ts'

const cluster = join(import.meta.dirname, '../../support/team/cluster.ts')
const script = `const { startCluster } = await import(process.argv[1])
  const { folder, port } = await startCluster()
  console.log(JSON.stringify({ folder, port }))
  if (process.argv[2] === 'ends') process.exit(0)`

describe.skipIf(missing !== null)('the database of a test', () => {
  it.each(['ends', 'is killed'])('leaves nothing behind when the process %s', async (how) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, cluster, how], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (text: Buffer) => { output += text.toString() })
    await expect.poll(() => output).toContain('\n')
    const { folder } = JSON.parse(output) as { folder: string }
    if (how === 'is killed') child.kill('SIGKILL')
    await expect.poll(() => existsSync(folder)).toBe(false)
  })
})
