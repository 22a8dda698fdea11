import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { developmentApplicationIds } from '../../electron/journal/application-id.ts'
import { startJournal } from '../../electron/journal/client.ts'
import { ElectronHost } from '../host/host.ts'
import { keyringMissing, NO_KEYRING, startKeyring } from '../host/keyring.ts'
import { todayLoaded } from './support/console.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron, start, type RunningApp } from './support/launch.ts'
import { text } from '../support/texts.ts'

const missing = hostMissing()
if (missing) console.log(`SKIPPED starting the application: ${missing}`)
const noKeyring = keyringMissing()
if (noKeyring) console.log(`SKIPPED the self-check with a keychain: ${noKeyring}`)

/** The verdict of each line that `--self-check` printed, by its id. */
const verdicts = (app: RunningApp) => Object.fromEntries(app.output.join('').trim().split('\n')
  .map((line) => line.trim().split(/\s+/).slice(0, 2).reverse() as [string, string]))

const blockedBy = (app: RunningApp) => 'blocked' in app ? app.blocked : []

describe.skipIf(missing)('an application that is open', () => {
  let app: RunningApp
  let page: Page
  let userData: string
  beforeAll(async () => {
    ({ app, page, userData } = await launch({ env: NO_KEYRING }))
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  afterAll(closeAll)
  beforeEach(async () => {
    await page.evaluate(() => { history.replaceState(null, '', '#/') })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('names its environment in the window title, violates no policy and requests nothing from outside', async () => {
    await todayLoaded(page)
    const visible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await expect.poll(visible).toBe(true)
    await expect.poll(() => page.title()).toMatch(/^Sandbox – /)
    for (const screen of [text('shell.navigation.orderStatus'), text('shell.navigation.cardLookup'), text('shell.navigation.inspector'), text('shell.navigation.history'), 'Keys', 'Profiles']) {
      await page.getByRole('link', { name: screen, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: screen }).waitFor()
    }
    expect(app.errors).toEqual([])
    expect(blockedBy(app)).toEqual([])
  })

  it('does not move links and buttons while its first screen loads', async () => {
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(globalThis, { moved })
      interface Moved { readonly node: Element | null, readonly previousRect: DOMRect, readonly currentRect: DOMRect }
      new PerformanceObserver((list) => {
        const sources = (list.getEntries() as unknown as { sources: Moved[] }[]).flatMap((entry) => entry.sources)
        for (const { node, previousRect: before, currentRect: now } of sources) {
          // Words get slightly wider when the page's fonts are loaded.
          const stays = Math.abs(before.y - now.y) <= 2 && Math.abs(before.right - now.right) <= 2
          if (!stays && node?.matches('a, button, :has(a, button)')) moved.push(`${node.nodeName} “${node.textContent.trim().slice(0, 60)}”`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await todayLoaded(page)
    await page.getByRole('main').getByText(text('today.health.noBackup')).waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
  })

  it('loads less than 200 kB of compressed code before its first screen is usable', async () => {
    const scripts = await page.evaluate(() => [...document.querySelectorAll('script')].map(({ src }) => new URL(src).pathname))
    // With all static imports. The figures of the home screen are loaded later.
    const code = new Set(scripts)
    let bytes = 0
    for (const path of code) {
      const source = readFileSync(join(import.meta.dirname, '../../out/renderer', path), 'utf8')
      bytes += gzipSync(source).length
      for (const [, name = ''] of source.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) code.add(`/assets/${name}`)
    }
    expect(code.size).toBeGreaterThan(1)
    expect(bytes, [...code].join(', ')).toBeLessThan(200_000)
  })

  it('stays the only one: a second instance ends and brings the first to the front', async () => {
    await app.evaluate(({ BrowserWindow }) => { BrowserWindow.getAllWindows()[0]?.minimize() })
    const second = await start({ userData, env: NO_KEYRING })
    expect(await second.exited).toBe(0)
    const minimized = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
    await expect.poll(minimized).toBe(false)
  })

  it('opens the check of this installation from its menu', async () => {
    await app.evaluate(({ Menu }) => { Menu.getApplicationMenu()?.getMenuItemById('check-installation')?.click() })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('without violating its content security policy').waitFor()
    await dialog.getByText('The vault runs in a separate process.').waitFor()
  })

  it('shows from its menu the version and the license of each package and font that it contains', async () => {
    await app.evaluate(({ Menu }) => { Menu.getApplicationMenu()?.getMenuItemById('about')?.click() })
    const dialog = page.getByRole('dialog', { name: text('shell.aboutTitle') })
    for (const name of ['@vue/runtime-core', '@napi-rs/keyring', 'undici', 'electron']) {
      await dialog.getByRole('button', { name: new RegExp(`^${name} `) }).waitFor()
    }
    await dialog.getByRole('button', { name: '@fontsource-variable/inter' }).press('Enter')
    await dialog.getByText('SIL OPEN FONT LICENSE').first().waitFor()
  })

  it('makes a self-check refer to its Help menu', async () => {
    const second = await start({ userData, env: NO_KEYRING, args: ['--self-check'] })
    expect(await second.exited).toBe(1)
    expect(second.output.join('')).toContain('Help → Check this installation')
  })
})

describe.skipIf(missing)('a start', () => {
  afterEach(closeAll)

  it('writes its data to the given folder, logs no error, ends with 0, and keeps its installation id', async () => {
    const userData = freshFolder()
    const { app, page } = await launch({ userData, env: NO_KEYRING })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await app.close()).toBe(0)
    const files = ['installation-id', 'journal.sqlite', 'logs/main.log']
    expect(files.filter((name) => !existsSync(join(userData, name)))).toEqual([])
    const log = readFileSync(join(userData, 'logs', 'main.log'), 'utf8')
    expect(log).toContain('"event":"started"')
    expect(log).not.toMatch(/"level":"error"/)
    const id = () => readFileSync(join(userData, 'installation-id'), 'utf8')
    const first = id()
    await (await launch({ userData, env: NO_KEYRING })).close()
    expect(id()).toBe(first)
  })

  it('reports that another program holds the history, and ends', async () => {
    const userData = freshFolder()
    const built = join(import.meta.dirname, '../../out/main/journal.cjs')
    const holder = await startJournal({
      workerPath: built, databasePath: join(userData, 'journal.sqlite'), onDefect: (error) => { throw error },
    })
    if (!holder.ok) throw new Error(holder.failure.code)
    try {
      const app = await start({ userData, env: NO_KEYRING, args: ['--self-check'] })
      expect(await app.exited).toBe(1)
      expect(app.output.join('')).toContain('Gateway Console is already open')
    } finally {
      await holder.value.end()
    }
  })

  it('reports that the history belongs to another application, changes nothing, and ends', async () => {
    const userData = freshFolder()
    const file = join(userData, 'journal.sqlite')
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE somebody (has INTEGER); INSERT INTO somebody VALUES (1)')
    other.close()
    const before = readFileSync(file)
    const app = await start({ userData, env: NO_KEYRING, args: ['--self-check'] })
    expect(await app.exited).toBe(1)
    expect(app.output.join('')).toContain('nothing can be sent safely')
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe.skipIf(missing)('a history of a development version', () => {
  afterEach(closeAll)
  const fileName = /^journal\.development-\d{8}T\d{9}Z\.sqlite$/

  function developmentFolder() {
    const userData = freshFolder()
    const file = join(userData, 'journal.sqlite')
    const database = new DatabaseSync(file)
    database.exec(`CREATE TABLE event (id INTEGER PRIMARY KEY); PRAGMA application_id = ${developmentApplicationIds.at(-1)}`)
    database.close()
    return { userData, file, bytes: readFileSync(file) }
  }

  it('is reported by a self-check and left unchanged', async () => {
    const { userData, file, bytes } = developmentFolder()
    const app = await start({ userData, env: NO_KEYRING, args: ['--self-check'] })
    expect(await app.exited).toBe(1)
    expect(app.output.join('')).toContain(`${file} was made by a development version`)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it.skipIf(onElectron)('opens a message box, and is left unchanged or quarantined', async () => {
    const { userData, file, bytes } = developmentFolder()
    const questions: { message: string; buttons: string[]; cancelId: number; defaultId: number }[] = []
    const startAnswering = async (response: number) => {
      const app = await start({ userData, env: NO_KEYRING })
      if (!(app instanceof ElectronHost)) throw new Error('not the stand-in')
      app.onDialog = (_kind, options) => {
        questions.push(options as (typeof questions)[number])
        return { response }
      }
      return app
    }
    expect(await (await startAnswering(0)).exited).toBe(1)
    expect(readFileSync(file).equals(bytes)).toBe(true)

    const app = await startAnswering(1)
    await (await app.firstWindow()).getByRole('heading', { level: 1 }).waitFor()
    expect(questions).toHaveLength(2)
    expect(questions[0]).toMatchObject({ message: expect.stringContaining(file), defaultId: 0, cancelId: 0 })
    const [kept] = readdirSync(userData).filter((name) => fileName.test(name))
    expect(readFileSync(join(userData, kept!)).equals(bytes)).toBe(true)
    await app.close()
    const again = await launch({ userData, env: NO_KEYRING })
    await again.page.getByRole('heading', { level: 1 }).waitFor()
    expect(readdirSync(userData).filter((name) => fileName.test(name))).toEqual([kept])
  })
})

describe.skipIf(missing)('--self-check', () => {
  afterEach(closeAll)
  const ids = [
    'vault-process', 'native-module', 'keychain', 'key-generation', 'journal', 'journal-thread', 'disk-encryption',
    'certificate-authorities', 'proxy', 'sandbox', 'page-policy',
  ]

  it.skipIf(noKeyring)('prints a line for each part and ends with 0 if all are OK', async () => {
    const keyring = await startKeyring()
    try {
      const app = await start({ env: keyring.env, args: ['--self-check'] })
      const code = await app.exited
      expect(verdicts(app)).toEqual({
        ...Object.fromEntries(ids.map((id) => [id, 'ok'])),
        'certificate-authorities': expect.stringMatching(/^(ok|warning)$/),
        // Depends on this computer.
        'disk-encryption': expect.stringMatching(/^(ok|warning)$/),
        // The stand-in's browser has its own sandbox.
        sandbox: onElectron ? 'ok' : 'warning',
      })
      expect(code).toBe(0)
    } finally {
      await keyring.stop()
    }
  })

  it.skipIf(noKeyring)('skips the keychain on request, from source only, never in a package', async () => {
    const keyring = await startKeyring()
    try {
      const env = { ...keyring.env, GATEWAY_CONSOLE_KEYCHAIN: 'none' }
      const reported = await start({ env, args: ['--self-check'] })
      await reported.exited
      expect(verdicts(reported).keychain).toBe('FAILED')
      if (onElectron) return
      const packaged = await start({ env, packaged: true, args: ['--self-check'] })
      await packaged.exited
      expect(verdicts(packaged).keychain).toBe('ok')
    } finally {
      await keyring.stop()
    }
  })

  it('ends with 1 without a keychain, and reports that part alone', async () => {
    const app = await start({ env: NO_KEYRING, args: ['--self-check'] })
    expect(await app.exited).toBe(1)
    const { keychain, ...others } = verdicts(app)
    expect(keychain).toBe('FAILED')
    expect(Object.values(others)).not.toContain('FAILED')
  })
})
