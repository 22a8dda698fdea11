import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findChromium } from '../host/browser.ts'
import { NotOpened, openContext } from '../host/context.ts'

const chromium = process.platform === 'linux' ? findChromium() : null
if (chromium === null) console.log('SKIPPED host-context.test.ts: this is not Linux, or no browser is installed')
const folder = mkdtempSync(join(tmpdir(), 'context-'))
chmodSync(folder, 0o755)
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

/** Writes a shell script to run in place of Chromium; returns its path. */
function browser(script: string): string {
  const path = join(folder, 'browser')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** Opens the browser; returns its reports about protection and the title of a page. */
async function open(executablePath: string) {
  const reported: string[] = []
  const report = (sentence: string) => { reported.push(sentence) }
  const { context, close } = await openContext({ executablePath, visible: false, report })
  const page = await context.newPage()
  await page.setContent('<title>It is open</title>')
  const title = await page.title()
  await close()
  return { reported: reported.join(' '), title }
}

describe.skipIf(chromium === null)('Chromium for the visible window and the tour', () => {
  it('opens without its sandbox if the system refuses it, and reports that', async () => {
    const script = `case "$*" in *--no-sandbox*) exec ${chromium} "$@";; esac; echo "No usable sandbox!" >&2; exit 1`
    const { reported, title } = await open(browser(script))
    expect(title).toBe('It is open')
    expect(reported).toContain('without its sandbox, which this system refuses it')
  })

  const root = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
  it.skipIf(!root)('runs for root as a user without privileges, whose folder is removed at the end', async () => {
    const note = join(folder, 'note')
    writeFileSync(note, '')
    chmodSync(note, 0o666)
    const { reported } = await open(browser(`echo "$(id -u) $HOME" > ${note}; exec ${chromium} "$@"`))
    const [uid, home] = spawnSync('cat', [note], { encoding: 'utf8' }).stdout.trim().split(' ')
    expect(uid).not.toBe('0')
    expect(reported).toMatch(/runs as the user \w+, not as root/)
    expect(existsSync(home ?? '')).toBe(false)
  })

  it('is not opened without a library, whose name is reported', async () => {
    const lacking = browser('echo "error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127')
    await expect(open(lacking)).rejects.toThrow(NotOpened)
    await expect(open(lacking)).rejects.toThrow(/this system lacks libnss3\.so/)
  })
})
