import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findChromium } from '../host/browser.ts'
import { steps } from '../tour/steps.ts'

const skipped = findChromium() === null
if (skipped) console.log('SKIPPED tour.test.ts: no Chromium, Chrome or Edge is installed')

const project = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tour-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

describe.skipIf(skipped)('the guided tour without a display', () => {
  it('carries out the main tasks, saves pictures of each, and ends with 0', () => {
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' }
    const args = ['resources/scripts/start/open.ts', '--pictures', folder]
    const { status, stdout, stderr } = spawnSync('node', args, { cwd: project, env, encoding: 'utf8', timeout: 220_000 })
    const lines = stdout.split('\n').filter((line) => /^\d\/\d /.test(line))
    expect(lines.map((line) => line.slice(4, 10))).toEqual(steps.map(() => 'ok    '))
    expect(status, stderr).toBe(0)
    expect(stdout).toContain('There is no display to open a window on: taking the guided tour.')
    expect(stdout).toContain('{merchant_control}')
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    const pictures = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, name]) => name ?? '')
    expect(pictures.length).toBeGreaterThan(steps.length)
    expect(pictures.filter((name) => !existsSync(join(folder, name)))).toEqual([])
    expect(readdirSync(folder)).toContain('public-key.pem')
    expect(readFileSync(join(folder, 'public-key.pem'), 'utf8')).not.toContain('PRIVATE')
    // The tour ends itself after three minutes and reports its last step.
  }, 240_000)
})
