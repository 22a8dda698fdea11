import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringWindowless } from '../../../resources/scripts/start/bring-browser.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brought-'))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Replaces npm: installs a package that unpacks to the temporary folder, as the real one does. */
const INSTALL = `
const { mkdirSync, writeFileSync } = require('node:fs')
const folder = process.argv[process.argv.indexOf('--prefix') + 1] + '/node_modules/@sparticuz/chromium'
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/package.json', '{ "name": "@sparticuz/chromium", "type": "module", "exports": "./index.js" }')
writeFileSync(folder + '/index.js', \`
  import { mkdirSync, writeFileSync } from 'node:fs'
  const to = process.env.TMPDIR
  export default { async executablePath() {
    mkdirSync(to + '/fonts')
    writeFileSync(to + '/chromium', '#!/bin/sh\\\\necho "$LD_LIBRARY_PATH $FONTCONFIG_PATH $*"\\\\n', { mode: 0o755 })
  } }\`)`

function npmThatRuns(script: string): void {
  const path = join(folder, 'npm.js')
  writeFileSync(path, script)
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  vi.stubEnv('npm_execpath', path)
}

describe.skipIf(process.platform !== 'linux')('the headless browser that npm installs', () => {
  it('is installed by its lock file into a folder of our own, and starts with its libraries and fonts', async () => {
    npmThatRuns(INSTALL)
    const to = join(folder, 'browser')
    expect(await bringWindowless(to)).toBe(true)
    const { stdout } = spawnSync(join(to, 'chromium-without-window'), ['--headless'], { encoding: 'utf8' })
    expect(stdout).toBe(`${to}/al2023/lib ${to}/fonts --headless\n`)
    expect(readFileSync(join(to, 'package-lock.json'), 'utf8')).toContain('"integrity": "sha512-')
    expect(readFileSync(join(to, 'fonts/fonts.conf'), 'utf8')).not.toContain('/tmp')
  })

  it('is missing if npm fails', async () => {
    npmThatRuns('process.exit(1)')
    expect(await bringWindowless(join(folder, 'browser'))).toBe(false)
    expect(existsSync(join(folder, 'browser/chromium-without-window'))).toBe(false)
  })
})
