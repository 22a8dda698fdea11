import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

function run(script: string, env: Record<string, string | undefined>) {
  const whole = { ...process.env, XDG_CONFIG_HOME: folder, GATEWAY_CONSOLE_ALLOW_NO_SANDBOX: undefined, ...env }
  return spawnSync('node', [script], { cwd: project, env: whole, encoding: 'utf8', timeout: 30_000 })
}

describe('a start that can’t succeed says in one sentence what to do, and exits 1', () => {
  it.skipIf(process.platform !== 'linux')('without a display', () => {
    const { status, stderr } = run('resources/scripts/start.mjs', { DISPLAY: undefined, WAYLAND_DISPLAY: undefined })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^There is no display .* xvfb-run -a npm start\n$/)
  })

  it('without Electron and without a browser', () => {
    const { status, stderr } = run('test/host/start.ts', { CHROMIUM_PATH: join(folder, 'none') })
    expect(status).toBe(1)
    expect(stderr).toMatch(/Install Chromium, Chrome or Edge .* or set CHROMIUM_PATH/)
  })

  it.skipIf(process.getuid?.() !== 0)('as root, whom Chromium refuses its sandbox: never without it in silence', () => {
    const { status, stderr } = run('test/host/start.ts', { CHROMIUM_PATH: '/bin/true' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/refuses its sandbox to root.*GATEWAY_CONSOLE_ALLOW_NO_SANDBOX=1/)
  })
})
