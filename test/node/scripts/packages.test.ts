import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const module = resolve(import.meta.dirname, '../../../resources/scripts/start/packages.ts')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'))
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$*" >> ${join(folder, 'log')}\n`)
  chmodSync(join(folder, 'apt-get'), 0o755)
  writeFileSync(join(folder, 'install.mjs'), `import { installPackages } from ${JSON.stringify(module)}
console.log('installed:', await installPackages(['chromium'], process.argv.includes('--yes')))`)
})
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

/** Runs it on its own terminal, where `typed` is typed; returns the terminal's text. */
function atTerminal(typed: string, option = ''): string {
  const env = { ...process.env, CI: '', PATH: [folder, process.env.PATH].join(delimiter) }
  const line = `node ${join(folder, 'install.mjs')} ${option}`
  return spawnSync('script', ['-qec', line, '/dev/null'], { input: typed, env, encoding: 'utf8', timeout: 20_000 }).stdout
}
const wasInstalled = () => existsSync(join(folder, 'log'))

const possible = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
if (!possible) console.log('SKIPPED asking before packages are installed: there is no `script` to make a terminal with')

describe.skipIf(!possible)('system packages, with a person at the terminal', () => {
  it('are installed only after the person has agreed', () => {
    expect(atTerminal('n\n')).toMatch(/Install it now\? \(apt-get install chromium\) \[Y\/n\][^]*installed: false/)
    expect(wasInstalled()).toBe(false)
    expect(atTerminal('\n')).toContain('installed: true')
    expect(wasInstalled()).toBe(true)
  })

  it('are not asked about with --yes', () => {
    const shown = atTerminal('', '--yes')
    expect(shown).not.toContain('[Y/n]')
    expect(shown).toContain('Installing: apt-get install chromium')
  })
})
