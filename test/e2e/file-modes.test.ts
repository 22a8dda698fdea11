import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { charged } from './support/pay.ts'
import { text, textPattern } from '../support/texts.ts'

const { skipped, open } = specs('file-modes.test.ts')
const onWindows = process.platform === 'win32'
if (onWindows) console.log('SKIPPED file-modes.test.ts: Windows has no file modes; the profile folder guards there.')
const inTime = { timeout: 30_000 }

/** Files whose mode is not 600 and folders whose mode is not 700, each with its mode. Skips removed files. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (found === undefined) return []
    const wanted = found.isDirectory() ? 0o700 : 0o600
    const mode = found.mode & 0o7777
    return found.isSymbolicLink() || mode === wanted ? [] : [`${name} ${mode.toString(8)}`]
  })
}

describe.skipIf(skipped || onWindows)('every file of the application', () => {
  it('is accessible to its owner only: after a start, charge, backup, restore, exports and the end', async () => {
    const userData = freshFolder()
    const exports = freshFolder('export')
    chmodSync(userData, 0o755)
    writeFileSync(join(userData, 'settings.json'), '{}\n')
    chmodSync(join(userData, 'settings.json'), 0o666)
    mkdirSync(join(userData, 'backups'))
    chmodSync(join(userData, 'backups'), 0o755)

    const launched = await open({ userData })
    const { app, page } = launched
    expect(openToOthers(userData)).toEqual([])
    expect((lstatSync(userData).mode & 0o777).toString(8)).toBe('700')
    expect(await app.evaluate(() => process.umask())).toBe(0o077)
    const log = readFileSync(join(userData, 'logs', 'main.log'), 'utf8').split('\n')
    expect(log.find((line) => line.includes('file-modes-tightened'))).toContain('"count":3')

    await charged(page, 'approved')
    await go(page, 'maintenance')
    await page.getByRole('button', { name: text('maintenance.backups.backUp') }).click()
    await page.getByRole('list', { name: text('maintenance.backups.title') }).getByRole('listitem').first().waitFor(inTime)
    await answerDialog(app, 'showMessageBox', { response: 1 })
    await page.getByRole('button', { name: /^Restore the backup of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: text('maintenance.backups.action'), exact: true }).click()
    await page.getByText(text('maintenance.backups.done.restore')).waitFor(inTime)

    // A save dialog would ask on Windows and macOS whether to replace a file that is only appended to.
    await app.evaluate(({ dialog }, folder) => {
      const choose = async (_window: unknown, { properties }: { properties: readonly string[] }) =>
        properties.includes('openDirectory') ? { canceled: false, filePaths: [folder] } : { canceled: true, filePaths: [] }
      Object.assign(dialog, { showOpenDialog: choose })
    }, exports)
    await page.getByRole('button', { name: text('maintenance.settings.auditFileFolder'), exact: true }).click()
    const auditFile = page.getByLabel(text('maintenance.settings.auditFile'), { exact: true })
    await expect.poll(() => auditFile.inputValue(), inTime).toBe(join(exports, 'gateway-console-audit.jsonl'))

    await go(page, 'history')
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(exports, 'history.csv') })
    await page.getByRole('button', { name: text('history.export.button') }).click()
    await page.getByRole('button', { name: text('history.export.save') }).click()
    await page.getByText(text('history.export.saved', { name: 'history.csv' })).waitFor(inTime)
    await page.getByRole('button', { name: text('common.close') }).last().click()

    await go(page, 'keys')
    await page.getByRole('button', { name: text('keys.make') }).click()
    await page.getByRole('dialog').getByLabel(text('keys.name'), { exact: true }).fill('Exported')
    await page.getByRole('dialog').getByRole('radio', { name: /2048/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: text('keys.generateAction'), exact: true }).click()
    await page.getByText('Exported').first().waitFor(inTime)
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(exports, 'public.pem') })
    await page.getByRole('button', { name: textPattern('keys.showPublic') }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: /Save as file/ }).click()
    await expect.poll(() => readdirSync(exports).sort(), inTime).toEqual(['history.csv', 'public.pem'])

    expect([...openToOthers(userData), ...openToOthers(exports)]).toEqual([])
    expectNoErrors(launched)
    await launched.close()
    expect(openToOthers(userData)).toEqual([])
  })
})
