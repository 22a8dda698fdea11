import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const command = join(import.meta.dirname, '../../../resources/scripts/test.mjs')

it.each(['--help', '--shufle', '--seed=x', 'e2', 'constructor'])('npm test with %s runs nothing and lists the possible arguments', (word) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, word], { encoding: 'utf8', timeout: 20_000 })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`Unknown: ${word}. Parts are `)
  expect(stderr).toContain('options --changed, --in-turn, --shuffle, --seed=N')
})
