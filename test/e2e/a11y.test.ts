import { describe, expect, it } from 'vitest'
import { lock, setPassphrase } from './support/access.ts'
import { violations } from './support/axe.ts'
import { fillCharge, go, todayLoaded } from './support/console.ts'
import { specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared, open, keychain } = specs('a11y.test.ts')

describe.skipIf(skipped)('the accessibility test, light and dark', () => {
  it('finds none in the review of a charge by keyboard, the passphrase dialog and the lock screen', async () => {
    const { page, app } = await open()
    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await page.getByLabel(label('amount'), { exact: true }).press('Enter')
    await page.getByRole('dialog', { name: text('verb.charge.confirm') }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    if (keychain().keyring === null) return
    await go(page, 'access')
    await page.getByRole('button', { name: text('access.setUp.open') }).press('Enter')
    await page.getByRole('dialog', { name: text('access.setUp.title') }).waitFor()
    expect(await violations(page), 'the first passphrase').toEqual([])
    await setPassphrase(page, app)
    await page.getByRole('button', { name: text('access.persons.add') }).waitFor()
    expect(await violations(page), 'persons').toEqual([])
    await lock(page)
    expect(await violations(page), 'the lock screen').toEqual([])
  })

  it('detects a violation that was added to the page', async () => {
    const { page } = await shared()
    await todayLoaded(page)
    await page.evaluate(() => {
      const dark = document.createElement('p')
      dark.textContent = 'readable on a light background only'
      dark.style.color = '#222'
      document.querySelector('main')?.append(document.createElement('img'), dark)
    })
    const rules = (await violations(page)).map((found) => found.split(':')[0])
    expect(rules).toEqual(['image-alt', 'in the dark, color-contrast'])
  })
})
