import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NO_KEYRING } from '../host/keyring.ts'
import { chargeByHand, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder } from './support/launch.ts'

const { skipped, open, keychain, shared } = specs('keys-profiles.test.ts')

describe.skipIf(skipped)('keys', () => {
  it('a pair is made, proved, exported, and still there after a restart', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await go(first.page, 'Keys')
    await first.page.getByRole('button', { name: 'Make a key pair' }).click()
    const dialog = first.page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Acme staging 2026')
    await dialog.getByRole('radio', { name: /2048/ }).check()
    await dialog.getByRole('button', { name: /^Make/ }).click()
    await first.page.getByText('Acme staging 2026').first().waitFor()
    const file = join(freshFolder('export'), 'public.pem')
    await answerDialog(first.app, 'showSaveDialog', { canceled: false, filePath: file })
    await first.page.getByRole('button', { name: /Public key/ }).first().click()
    await first.page.getByRole('dialog').getByRole('button', { name: /Save as file/ }).click()
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('BEGIN PUBLIC KEY')
    expectNoErrors(first)
    await first.close()

    const second = await open({ userData })
    await go(second.page, 'Keys')
    const shown = second.page.getByText('Acme staging 2026').first()
    if (keychain().keyring === null) expect(await shown.count()).toBe(0)
    else await shown.waitFor()
  })

  it('a key is imported from a file that the page never sees; a public key in its place is refused with the reason', async () => {
    const { page, app } = await open()
    const folder = freshFolder('import')
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const privateFile = join(folder, 'private.pem')
    const publicFile = join(folder, 'public.pem')
    writeFileSync(privateFile, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
    await go(page, 'Keys')
    await page.getByRole('button', { name: 'Import a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Old key')
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [publicFile] })
    await dialog.getByRole('button', { name: /file/i }).click()
    await dialog.getByText(/public/i).first().waitFor()
    await answerDialog(app, 'showOpenDialog', { canceled: false, filePaths: [privateFile] })
    await dialog.getByRole('button', { name: /file/i }).click()
    await page.getByText('Old key').first().waitFor()
    expect(await page.content()).not.toContain('PRIVATE KEY-----\nMII')
  })
})

describe.skipIf(skipped)('profiles', () => {
  it('the connection test says which reading calls it makes and that the signatures are accepted', async () => {
    const { page } = await shared()
    await go(page, 'Profiles')
    await page.getByRole('button', { name: 'Test connection' }).first().click()
    await page.getByText(/Control checksum \(version 2\): accepted/).waitFor()
    await page.getByText(/OAuth signature \(version 4\): accepted/).waitFor()
  })

  it('outside Electron a staging profile can be seen but not used, and it says why', async () => {
    const { page, app } = await open()
    const host = await app.evaluate(() => process.env.GATEWAY_CONSOLE_HOST ?? 'electron')
    if (host !== 'stand-in') return
    await go(page, 'Profiles')
    await page.getByRole('button', { name: 'New profile' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Acme staging')
    await page.getByLabel('Environment', { exact: true }).selectOption('staging')
    await page.getByLabel('Merchant login', { exact: true }).fill('acme-shop')
    await page.getByLabel('Endpoint id', { exact: true }).fill('22903')
    await page.getByLabel('Currency', { exact: true }).fill('USD')
    await page.getByLabel('Base URL', { exact: true }).fill('http://gate.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByLabel('Base URL', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Base URL', { exact: true }).fill('https://gate.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'All profiles' }).click()
    await page.getByRole('button', { name: /Use this profile/ }).click()
    await page.getByText('STAGING').first().waitFor()
    await page.getByText(/not Electron|Electron/).first().waitFor()
  })
})

describe.skipIf(skipped)('without a keychain', () => {
  it('says so plainly, keeps secrets for the run, and works', async () => {
    const launched = await open({ env: NO_KEYRING })
    const { page } = launched
    await page.getByText(/this run only/i).first().waitFor()
    await chargeByHand(page)
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain('approved')
    expectNoErrors(launched)
  })
})
