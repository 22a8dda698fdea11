// Fails if the fuses of a packaged program differ from electron-builder.yml.
// Usage: node check-fuses.mjs PROGRAM
// (on macOS the program inside the .app, or the .app)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { root } from './common.mjs'

const [program] = process.argv.slice(2)
if (!program) throw new Error('check-fuses.mjs: no program given')

const [, block = ''] = /^electronFuses:\n((?: .*\n)+)/m.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? []
const wanted = [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)]
  .map(([, key, value]) => ({ name: `${key[0].toUpperCase()}${key.slice(1)}`, on: value === 'true' }))
  // The section also has options of electron-builder that are not fuses.
  .filter(({ name }) => name in FuseV1Options)

const wire = await getCurrentFuseWire(program)
let wrong = 0
for (const { name, on } of wanted) {
  const isOn = wire[FuseV1Options[name]] === FuseState.ENABLE
  if (isOn !== on) wrong += 1
  console.log(`${isOn === on ? 'ok    ' : 'WRONG '} ${name} is ${isOn ? 'on' : 'off'}`)
}
process.exitCode = wrong > 0 || wanted.length === 0 ? 1 : 0
