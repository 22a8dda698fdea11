// The lock, from the first passphrase on: what it shows and what the window forgets.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { keyringMissing } from '../host/keyring.ts'
import { fillProductionProfile, lock, lockScreen, passphrase, setPassphrase, unlock, wrongPassphrase } from './support/access.ts'
import { chargeByHand, go, todayLoaded } from './support/console.ts'
import { layoutFaults } from './support/layout.ts'
import { freshFolder, launch } from './support/launch.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, open, keychain } = specs('lock.test.ts')
const withoutKeychain = keyringMissing()
if (withoutKeychain !== null) console.log(`SKIPPED lock.test.ts: ${withoutKeychain}; without a keychain there is nothing to protect`)

const inTime = { timeout: 30_000 }
const save = (page: Page) => page.getByRole('button', { name: text('common.save'), exact: true })

/** Every address in the window's history. */
const addresses = (page: Page): Promise<string[]> => page.evaluate(() => {
  interface Addresses { navigation: { entries(): { url: string }[] } }
  return (globalThis as unknown as Addresses).navigation.entries().map(({ url }) => new URL(url).hash)
})

describe.skipIf(skipped || withoutKeychain !== null)('the lock', () => {
  it('starts with the first production profile, clears the screens, and opens with the passphrase', async () => {
    const launched = await open()
    const { page, app } = launched
    await chargeByHand(page)
    await expect.poll(() => addresses(page).then((all) => all.at(-1)), inTime).toMatch(/^#\/payment\/.+/)

    // Saving was refused before; it continues once the passphrase is set.
    await fillProductionProfile(page)
    await save(page).click()
    await setPassphrase(page, app)
    await page.getByRole('heading', { name: text('profiles.formEdit', { name: 'Acme live' }) }).waitFor()
    await page.getByText('Ada Keller').first().waitFor()

    // A half-filled form would be kept as a draft.
    await go(page, 'cardLookup')
    await page.getByLabel(label('cardReference'), { exact: true }).fill('1000042')
    await go(page, 'history')
    await lock(page)
    await expect.poll(() => addresses(page), inTime).toEqual(['#/', '#/today'])
    expect(await page.content()).not.toMatch(/Acme live|1000042|10\.15/)
    await expect.poll(() => page.title()).toBe(text('access.lock.windowTitle'))

    const field = page.getByLabel(text('access.passphrase'), { exact: true })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    for (const size of [{ width: 512, height: 400 }, { width: 320, height: 256 }, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size)
      await expect.poll(() => layoutFaults(page), { message: `the lock screen at ${size.width} px` }).toEqual([])
    }
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await wrongPassphrase(page).waitFor(inTime)
    await page.getByRole('button', { name: text('access.lock.unlock'), disabled: false }).waitFor(inTime)
    await unlock(page)
    await todayLoaded(page)
    await go(page, 'cardLookup')
    expect(await page.getByLabel(label('cardReference'), { exact: true }).inputValue()).toBe('')
    expectNoErrors(launched)
  })

  it('requires the passphrase again for settings beside a production profile, and at the next start', async () => {
    const userData = freshFolder()
    const launched = await open({ userData })
    const { page, app } = launched
    await fillProductionProfile(page)
    await save(page).click()
    await setPassphrase(page, app)
    await page.getByRole('heading', { name: text('profiles.formEdit', { name: 'Acme live' }) }).waitFor()

    // Six minutes later the last proof is too old to change settings of a desk with a production profile.
    await app.evaluate(() => {
      const real = performance.now.bind(performance)
      performance.now = () => real() + 6 * 60_000
    })
    await go(page, 'access')
    await page.getByLabel(text('access.settings.lockAfter'), { exact: true }).fill('12')
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: text('access.proof.title') })
    const proof = dialog.getByLabel(text('access.proof.passphrase', { name: 'Ada Keller' }), { exact: true })
    await proof.fill('not this one')
    await page.keyboard.press('Enter')
    await wrongPassphrase(dialog).waitFor(inTime)
    await dialog.getByRole('button', { name: text('access.proof.action'), disabled: false }).waitFor(inTime)
    await proof.fill(passphrase)
    await page.keyboard.press('Enter')
    await page.getByText(text('maintenance.settings.saved')).first().waitFor(inTime)
    expectNoErrors(launched)
    await launched.close()

    // The next start is locked.
    const again = await launch({ userData, env: { ...keychain().env } })
    await lockScreen(again.page)
    await unlock(again.page)
    await go(again.page, 'access')
    await expect.poll(() => again.page.getByLabel(text('access.settings.lockAfter'), { exact: true }).inputValue()).toBe('12')
    expectNoErrors(again)
  })
})
