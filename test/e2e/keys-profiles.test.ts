import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { NO_KEYRING } from '../host/keyring.ts'
import { chargeByHand, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, freshFolder, type Launched } from './support/launch.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, open, keychain, shared } = specs('keys-profiles.test.ts')
const keyName = 'Acme staging 2026'
const passphrase = 'tulip orbit candle seventy'
const easyToGuess = 'abcabcabcabc'
/** Passphrases to type in turn, with their advice: a short one, the two longest, and “strong enough”. */
const typedWithAdvice = [
  ['abc', 'Use at least'],
  ['John Smith 12', 'It is built from a few common words or names, and a number.'],
  [easyToGuess, 'Repeated character patterns'],
  [passphrase, text('access.strength.enough')],
] as const

const card = (page: Page) => page.getByRole('article', { name: keyName })
const choose = async (page: Page, action: 'use' | 'back-up') => {
  await page.getByRole('button', { name: text('keys.more', { name: keyName }) }).click()
  await page.getByRole('menuitem', { name: text(`keys.life.menu.${action}`) }).click()
}

/** Takes an exported key into use and proves it, by the steps that the screen offers. */
async function useAndProveKey({ page }: Launched): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: text('keys.life.do.sent') }).click()
  await card(page).getByText(text('keys.life.state.waiting')).waitFor()
  await choose(page, 'use')
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await page.getByRole('dialog').getByRole('button', { name: text('keys.life.do.use') }).click()
  await card(page).getByText(text('keys.life.state.unproven')).waitFor()
  await go(page, 'profiles')
  await page.getByRole('button', { name: text('profiles.test') }).first().click()
  await page.getByText(/OAuth signature \(version 4\): accepted/).waitFor()
  await page.keyboard.press('Escape')
  await go(page, 'keys')
  await card(page).getByText(text('keys.life.step.proven')).waitFor()
}

/** Backs up the private key. Its file is readable by its owner only and encrypted with the passphrase. */
async function backUp({ page, app }: Launched): Promise<void> {
  const file = join(freshFolder('backup'), 'private.pem')
  await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: file })
  await choose(page, 'back-up')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: text('keys.life.do.back-up') })
  await dialog.getByText(text('access.strength.nothing')).waitFor()
  const place = await save.boundingBox()
  const field = dialog.getByLabel(text('access.newPassphrase'), { exact: true })
  // Late advice must not move the button: neither a long advice nor an error.
  for (const [typed, advice] of typedWithAdvice) {
    await field.fill(typed)
    await dialog.getByText(advice).waitFor()
    expect(await save.boundingBox(), advice).toEqual(place)
  }
  await field.fill(easyToGuess)
  await dialog.getByLabel(text('access.repeatPassphrase')).fill(easyToGuess)
  await save.click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await dialog.getByText('Repeated character patterns').waitFor()
  expect(await save.boundingBox()).toEqual(place)
  await field.fill(passphrase)
  await dialog.getByText(text('access.strength.enough')).waitFor()
  await dialog.getByLabel(text('access.repeatPassphrase')).fill(passphrase)
  expect(await save.boundingBox()).toEqual(place)
  await save.click()
  await page.getByText(text('keys.backUp.done', { file: 'private.pem' })).first().waitFor()
  const pem = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(() => createPrivateKey(pem)).toThrow()
  expect(createPrivateKey({ key: pem, passphrase }).asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(await page.content()).not.toContain('ENCRYPTED PRIVATE KEY')
}

describe.skipIf(skipped)('keys', () => {
  it('are created, exported, taken into use, proven by a reply, backed up, and kept over a restart', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await go(first.page, 'keys')
    await first.page.getByRole('button', { name: text('keys.make') }).click()
    const dialog = first.page.getByRole('dialog')
    await dialog.getByLabel(text('keys.name'), { exact: true }).fill(keyName)
    await dialog.getByRole('radio', { name: /2048/ }).check()
    await dialog.getByRole('button', { name: text('keys.generateAction'), exact: true }).click()
    await first.page.getByText(keyName).first().waitFor()
    const file = join(freshFolder('export'), 'public.pem')
    await answerDialog(first.app, 'showSaveDialog', { canceled: false, filePath: file })
    await first.page.getByRole('button', { name: textPattern('keys.showPublic') }).first().click()
    await first.page.getByRole('dialog').getByRole('button', { name: /Save as file/ }).click()
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('BEGIN PUBLIC KEY')
    await useAndProveKey(first)
    await backUp(first)
    expectNoErrors(first)
    await first.close()

    const second = await open({ userData })
    await go(second.page, 'keys')
    const shown = second.page.getByText(keyName).first()
    if (keychain().keyring === null) expect(await shown.count()).toBe(0)
    else await shown.waitFor()
  })

  it('are imported from a file that the page never reads; a public key is refused instead', async () => {
    const { page, app } = await shared()
    const folder = freshFolder('import')
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const privateFile = join(folder, 'private.pem')
    const publicFile = join(folder, 'public.pem')
    writeFileSync(privateFile, privateKey.export({ type: 'pkcs1', format: 'pem' }))
    writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
    await go(page, 'keys')
    await page.getByRole('button', { name: text('keys.import') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('keys.name'), { exact: true }).fill('Old key')
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
  it('have a connection test that lists its read-only calls and reports accepted signatures', async () => {
    const { page } = await shared()
    await go(page, 'profiles')
    await page.getByRole('button', { name: text('profiles.test') }).first().click()
    await page.getByText(/Control checksum \(version 2\): accepted/).waitFor()
    await page.getByText(/OAuth signature \(version 4\): accepted/).waitFor()
  })

  it('for staging can be opened but not used outside Electron, and show the reason', async () => {
    // Without a keychain no passphrase is required first.
    const { page, app } = await open({ env: NO_KEYRING })
    const host = await app.evaluate(() => process.versions.electron)
    if (host !== undefined) return
    // A message box asks to confirm the gateway's address.
    await answerDialog(app, 'showMessageBox', { response: 1 })
    await go(page, 'profiles')
    await page.getByRole('button', { name: text('profiles.add') }).click()
    await page.getByLabel(text('keys.name'), { exact: true }).fill('Acme staging')
    await page.getByLabel(text('keys.environment'), { exact: true }).selectOption('staging')
    await page.getByLabel(label('login'), { exact: true }).fill('acme-shop')
    await page.getByLabel(text('profiles.endpointId'), { exact: true }).fill('22903')
    await page.getByLabel(label('currency'), { exact: true }).fill('USD')
    await page.getByLabel(text('profiles.baseUrl'), { exact: true }).fill('http://gate.example')
    await page.getByRole('button', { name: text('common.save'), exact: true }).click()
    await expect.poll(() => page.getByLabel(text('profiles.baseUrl'), { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel(text('profiles.baseUrl'), { exact: true }).fill('https://gate.example')
    await page.getByRole('button', { name: text('common.save'), exact: true }).click()
    await page.getByRole('button', { name: text('profiles.back') }).click()
    await page.getByRole('button', { name: textPattern('profiles.makeActive') }).click()
    await page.getByText('STAGING').first().waitFor()
    await page.getByText(/not Electron|Electron/).first().waitFor()
  })
})

describe.skipIf(skipped)('the application without a keychain', () => {
  it('shows that secrets are kept for this run only, and charges', async () => {
    const launched = await open({ env: NO_KEYRING })
    const { page } = launched
    await page.getByText(/this run only/i).first().waitFor()
    await chargeByHand(page)
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.charge.done'))
    expectNoErrors(launched)
  })
})
