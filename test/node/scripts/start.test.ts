import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Machine } from '../../../resources/scripts/start/machine.ts'
import { carryOutFor, start } from '../../../resources/scripts/start/open.ts'
import type { Outcome } from '../../../resources/scripts/start/outcome.ts'
import { parseOptions } from '../../../resources/scripts/start/options.mjs'
import type { Step } from '../../../resources/scripts/start/plan.ts'
import { findChromium } from '../../host/browser.ts'
import { dataFolder } from '../../host/data-folder.ts'
import { NO_DISPLAY } from '../../host/exit-codes.ts'

const project = resolve(import.meta.dirname, '../../..')
let folder: string
let printed: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'))
  printed = []
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation((text: string) => { printed.push(text) })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** A command in a folder that comes first on the PATH. */
function command(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
const pathFirst = () => { vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter)) }

const server: Machine = {
  system: 'debian', processor: 'x64', root: true, display: false, noSandboxAllowed: false,
  electron: null, browser: null, missingBrowser: null, windowlessBrowser: null,
}

/** Starts on a machine that each step may change; returns the exit code and the steps. */
async function begin(machine: () => Machine, outcomes: Partial<Record<Step['kind'], Outcome>> = {}, args: string[] = []) {
  const kinds: string[] = []
  const wishes = parseOptions(args)
  const carryOut = carryOutFor(wishes)
  const code = await start(machine, wishes.tour, async (step, now) => {
    kinds.push(step.kind)
    return outcomes[step.kind] ?? await carryOut(step, now)
  })
  return { code, kinds }
}

describe.skipIf(process.platform !== 'linux')('a machine without a browser, on Debian as root', () => {
  it('prints what is installed, installs it, and the start continues', async () => {
    const log = join(folder, 'log')
    command('apt-get', `echo "$*" >> ${log}`)
    pathFirst()
    const machine = (): Machine => ({ ...server, browser: existsSync(log) ? '/usr/bin/chromium' : null })
    expect(await begin(machine, { tour: { exitCode: 0 } })).toEqual({ code: 0, kinds: ['install-browser', 'tour'] })
    expect(printed).toContain('Installing: apt-get install chromium')
    expect(readFileSync(log, 'utf8')).toBe('update -qq\ninstall -y -qq --no-install-recommends chromium\n')
  })

  it('ends with the one command to type if apt fails too', async () => {
    command('apt-get', 'exit 100')
    pathFirst()
    const { code, kinds } = await begin(() => server, { 'bring-browser': 'go-on' })
    expect({ code, kinds }).toEqual({ code: 1, kinds: ['install-browser', 'bring-browser'] })
    expect(printed.at(-1)).toContain('(apt-get install chromium)')
  })
})

describe.skipIf(process.platform !== 'linux')('Electron that can’t start', () => {
  const desktop: Machine = { ...server, system: 'debian', display: true, root: false, browser: '/usr/bin/chromium' }

  it('because of a missing library prints its package, and the browser opens instead', async () => {
    const electron = command('electron', 'echo "error while loading shared libraries: libgbm.so.1: cannot open" >&2; exit 127')
    const { code, kinds } = await begin(() => ({ ...desktop, electron }), { 'open-browser': { exitCode: 0 } })
    expect({ code, kinds }).toEqual({ code: 0, kinds: ['open-electron', 'open-browser'] })
    expect(printed.join('\n')).toMatch(/this system lacks libgbm\.so\.1; install libgbm1/)
  })

  it('as root on Debian installs the package and is started again', async () => {
    const log = join(folder, 'log')
    command('apt-get', `echo "$*" >> ${log}`)
    pathFirst()
    const electron = command('electron', `test -f ${log} && exit 0; echo "error while loading shared libraries: libgbm.so.1: cannot open" >&2; exit 127`)
    const { code, kinds } = await begin(() => ({ ...desktop, root: true, noSandboxAllowed: true, electron }))
    expect({ code, kinds }).toEqual({ code: 0, kinds: ['open-electron'] })
    expect(readFileSync(log, 'utf8')).toContain('libgbm1')
  })

  it('without a display runs the tour', async () => {
    const electron = command('electron', 'echo "Missing X server or $DISPLAY" >&2; exit 1')
    const { code, kinds } = await begin(() => ({ ...desktop, electron }), { tour: { exitCode: 0 } })
    expect({ code, kinds }).toEqual({ code: 0, kinds: ['open-electron', 'tour'] })
  })
})

describe('a window that can’t be opened in the browser', () => {
  /** Starts the stand-in in a browser that is only this shell script. */
  function inStandIn(script: string, settings = folder) {
    const chromium = command('chromium', script)
    const env = { ...process.env, CHROMIUM_PATH: chromium, XDG_CONFIG_HOME: settings, DISPLAY: ':none' }
    chmodSync(folder, 0o755)
    return spawnSync('node', ['test/host/start.ts'], { cwd: project, env, encoding: 'utf8', timeout: 50_000 })
  }

  it('without a display runs the tour; another reason is printed', async () => {
    const machine = (): Machine => ({ ...server, display: true, browser: '/usr/bin/chromium' })
    expect((await begin(machine, { 'open-browser': 'no-display', 'tour': { exitCode: 4 } })).code).toBe(4)
    const refused = await begin(machine, { 'open-browser': 'go-on' })
    expect(refused.code).toBe(1)
    expect(printed.at(-1)).toContain('/usr/bin/chromium could be opened; the reasons are above')
  })

  it.skipIf(process.platform !== 'linux')('is recognised by the exit code of the stand-in', () => {
    expect(inStandIn('echo "Missing X server or \\$DISPLAY" >&2; exit 1').status).toBe(NO_DISPLAY)
  })

  it.skipIf(process.platform !== 'linux')('because its data folder cannot be created ends the start, and names the folder', () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { status, stderr } = inStandIn('exit 0', file)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The folder for the application's data cannot be created: .*a-file.*\n$/)
  })

  it.skipIf(process.platform !== 'linux')('because one is open with the same data ends the start, and says so', () => {
    const { status, stderr } = inStandIn('echo "Opening in existing browser session." >&2; exit 0')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Gateway Console is already open with this data\./)
  })
})

describe('a window in the browser', () => {
  it('has data of its own where the application has: two desks can be open at once', () => {
    const own = join(folder, 'second')
    expect(dataFolder('linux', { GATEWAY_CONSOLE_USER_DATA: own, XDG_CONFIG_HOME: folder })).toBe(join(own, 'gateway-console-stand-in'))
    expect(dataFolder('linux', { XDG_CONFIG_HOME: folder })).toBe(join(folder, 'gateway-console-stand-in'))
  })
})

describe('an installed browser', () => {
  it.skipIf(process.platform !== 'linux' || existsSync('/snap/bin/chromium'))('is not the script that installs Ubuntu’s snap', () => {
    vi.stubEnv('CHROMIUM_PATH', '')
    vi.stubEnv('PATH', folder)
    const stub = command('chromium-browser', 'echo "Command requires the chromium snap to be installed. Please: snap install chromium"; exit 1')
    expect(findChromium()).toBeNull()
    const real = command('google-chrome', 'exec true')
    expect([findChromium(), stub]).toEqual([real, stub])
  })
})

describe('npm start', () => {
  const script = 'resources/scripts/start.mjs'

  it('prints its help without anything installed', () => {
    const bare = join(folder, 'project')
    mkdirSync(join(bare, 'resources'), { recursive: true })
    cpSync(join(project, 'resources/scripts'), join(bare, 'resources/scripts'), { recursive: true })
    const { status, stdout } = spawnSync('node', [script, '--help'], { cwd: bare, encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).toContain('--tour')
  })

  it('refuses an option without its value before it does anything', () => {
    const { status, stdout, stderr } = spawnSync('node', [script, '--pictures'], { cwd: project, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^--pictures needs a folder/)
  })

  it('with a browser that can’t be started ends the tour with 1 and prints which', () => {
    const chromium = command('chromium', 'exit 1')
    chmodSync(folder, 0o755)
    const env = { ...process.env, CHROMIUM_PATH: chromium }
    const args = ['test/tour/run.ts', '--pictures', join(folder, 'tour')]
    const { status, stderr } = spawnSync('node', args, { cwd: project, env, encoding: 'utf8', timeout: 50_000 })
    expect(status).toBe(1)
    expect(stderr).toContain('could not be started')
  })
})
