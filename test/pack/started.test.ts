import { appendFileSync, existsSync, truncateSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeByHand, go, headline, keychain, openConsole, type Keychain } from '../e2e/support/console.ts'
import { expectNoErrors } from '../e2e/support/specs.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron, start } from '../e2e/support/launch.ts'
import { packingMissing, packedApplication, type PackedApplication } from './package.ts'
import { text } from '../support/texts.ts'

const missing = onElectron ? 'the extracted archive is started in the stand-in only' : packingMissing() ?? hostMissing()
if (missing) console.log(`SKIPPED started.test.ts: ${missing}`)

const small = { x: 0, y: 0, width: 1093, height: 574 }

describe.skipIf(missing !== null)('the packed application, from a folder without node_modules above it', () => {
  let keys: Keychain
  let packed: PackedApplication
  let appPath: string
  beforeAll(async () => {
    keys = await keychain()
    packed = packedApplication()
    appPath = packed.extract()
  })
  afterAll(async () => {
    await closeAll()
    packed.remove()
    await keys.stop()
  })

  it('is in a folder without any other node_modules', () => {
    for (let folder = dirname(appPath); folder !== dirname(folder); folder = dirname(folder)) {
      expect(existsSync(join(folder, 'node_modules')), folder).toBe(false)
    }
  })

  it('charges a card, and keeps a key in the keychain over a restart', async () => {
    const userData = freshFolder()
    const options = { appPath, packaged: true, userData, env: keys.env }
    const first = await openConsole(options)
    await chargeByHand(first.page)
    await expect.poll(() => headline(first.page).textContent(), { timeout: 30_000 }).toContain(text('verb.charge.done'))
    await go(first.page, 'keys')
    await first.page.getByRole('button', { name: text('keys.make') }).first().click()
    const dialog = first.page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Packed')
    await dialog.getByRole('radio', { name: /2048/ }).check()
    await dialog.getByRole('button', { name: text('keys.generateAction') }).click()
    await first.page.getByText('Packed', { exact: true }).first().waitFor()
    expectNoErrors(first)
    await first.close()

    const second = await openConsole(options)
    await go(second.page, 'keys')
    if (keys.keyring !== null) await second.page.getByText('Packed', { exact: true }).first().waitFor()
    await second.close()
  })

  it.skipIf(process.platform !== 'linux')('proves itself from inside', async () => {
    const app = await start({ appPath, packaged: true, userData: freshFolder(), env: keys.env, args: ['--self-check'] })
    const code = await app.exited
    expect(code, app.output.join('')).toBe(keys.keyring === null ? 1 : 0)
    expect(app.output.join('')).toMatch(/ok\s+native-module\s.*SHA-256 is the one of the build/)
  })

  it('refuses a keychain module that was changed after packing, reports that, and loads none', async () => {
    const module = packed.nativeModule()
    const { size } = statSync(module)
    // One byte at the end: the system would still load it.
    appendFileSync(module, 'X')
    try {
      const app = await start({ appPath, packaged: true, userData: freshFolder(), env: keys.env, args: ['--self-check'] })
      expect(await app.exited).toBe(1)
      expect(app.output.join('')).toMatch(/FAILED\s+keychain\s.*was changed after it was installed/)
      expect(app.output.join('')).toMatch(/FAILED\s+native-module\s.*could not be loaded/)
      const options = { appPath, packaged: true, userData: freshFolder(), env: keys.env, workArea: small }
      const { page } = await launch(options)
      await page.getByText('Gateway Console cannot use the keychain.').waitFor()
      expect(await page.getByText(text('shell.thisRunTitle')).count()).toBe(0)
    } finally {
      truncateSync(module, size)
    }
  })
})
