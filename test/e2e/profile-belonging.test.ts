// A stored secret belongs to an address, and a profile that was changed from outside signs nothing: through the window.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { readLedger } from '../../electron/sandbox/ledger.ts'
import { merchant } from '../../electron/sandbox/merchant.ts'
import { runSandbox } from '../../electron/sandbox/run.ts'
import { fill, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { closeAll, freshFolder } from './support/launch.ts'

const { skipped, keychain, open } = specs('profile-belonging.test.ts')
const secret = 'SECRET-OF-ONE-ADDRESS'

interface Gateway { readonly baseUrl: string; requests(): number }

const gateways: (() => Promise<void>)[] = []
afterEach(async () => {
  await closeAll()
  for (const stop of gateways.splice(0)) await stop()
})

/** A gateway of its own on this computer; every one of them takes the same secret. */
async function gateway(): Promise<Gateway> {
  const ledgerPath = join(freshFolder('ledger'), 'ledger.jsonl')
  const started = await runSandbox({
    ledgerPath, productWord: 'gw', merchantControl: secret, publicKeyPem: null, port: 0, processingMs: 0,
  })
  if (!started.ok) throw new Error(started.failure.detail)
  gateways.push(() => started.value.close())
  const seeded = readLedger(ledgerPath).length
  return { baseUrl: started.value.description.baseUrl, requests: () => readLedger(ledgerPath).length - seeded }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const card = (page: Page) => page.getByRole('article', { name: 'Shop' })

async function addProfile(page: Page, baseUrl: string): Promise<void> {
  await go(page, 'Profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  await page.getByLabel('Environment', { exact: true }).selectOption('sandbox')
  await fill(page, { 'Name': 'Shop', 'Merchant login': merchant.login, 'Endpoint id': merchant.endpointId })
  await fill(page, { 'Currency': merchant.currency, 'Base URL': baseUrl })
  await save(page)
  await page.getByRole('heading', { name: 'Edit Shop' }).waitFor()
  await enterSecret(page)
  await page.getByRole('button', { name: 'All profiles' }).click()
  await card(page).getByRole('button', { name: 'Use this profile' }).click()
  await card(page).getByText('In use').waitFor()
}

async function enterSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set|Replace) secret$/ }).click()
  await page.getByLabel('New control secret', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Store secret' }).click()
  await page.getByText('The control secret is stored.').first().waitFor()
}

async function askStatus(page: Page): Promise<void> {
  // From elsewhere, so that the form is fresh.
  await go(page, 'Card lookup')
  await go(page, 'Order status')
  await page.getByLabel('Merchant order id', { exact: true }).fill('first-payment-1')
  await page.getByRole('button', { name: 'Look up' }).click()
}

describe.skipIf(skipped)('attack: change the base URL of a profile and the stored secret signs for the new host', () => {
  it('is refused with what to do next; with the secret entered again it works', async () => {
    const [first, second] = [await gateway(), await gateway()]
    const launched = await open()
    const { page } = launched
    await addProfile(page, first.baseUrl)
    await askStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain('approved')
    expect(first.requests()).toBe(1)

    await go(page, 'Profiles')
    await card(page).getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Base URL', { exact: true }).fill(second.baseUrl)
    await page.getByText(`Before: ${merchant.login} at ${first.baseUrl} (product word gw)`).waitFor()
    await page.getByText(`After saving: ${merchant.login} at ${second.baseUrl} (product word gw)`).waitFor()
    await page.getByText('Enter the control secret again after saving.').waitFor()
    await save(page)
    await card(page).getByText(`It signs for ${merchant.login} at ${first.baseUrl} (product word gw) only.`).waitFor()

    await askStatus(page)
    await page.getByText(`The control secret of this profile signs for ${merchant.login} at ${first.baseUrl} (product word gw) only.`).waitFor()
    await page.getByText(/If they are right, enter the control secret again\./).waitFor()
    expect(second.requests()).toBe(0)

    await go(page, 'Profiles')
    await card(page).getByRole('button', { name: 'Edit', exact: true }).click()
    await enterSecret(page)
    await askStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain('approved')
    expect(second.requests()).toBe(1)
    expect(first.requests()).toBe(1)
    expectNoErrors(launched)
  })
})

describe.skipIf(skipped)('attack: edit profiles.json between two starts', () => {
  it('is said at start and signs nothing, until a person has looked at the differences and confirmed them', async (context) => {
    if (keychain().keyring === null) context.skip()
    const [right, other] = [await gateway(), await gateway()]
    const userData = freshFolder()
    const first = await open({ userData })
    await addProfile(first.page, right.baseUrl)
    await first.close()
    const path = join(userData, 'profiles.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"baseUrl": "${right.baseUrl}"`, `"baseUrl": "${other.baseUrl}"`))

    const launched = await open({ userData })
    const { page } = launched
    const banner = page.getByRole('alert').filter({ hasText: 'Nothing is sent with Shop' })
    await banner.getByText('This profile was changed outside this application.').waitFor()
    await askStatus(page)
    await page.getByText('Nothing is sent with this profile: it is not as it was confirmed on this computer.').waitFor()
    expect(other.requests()).toBe(0)

    await banner.getByRole('link', { name: 'Open profiles' }).click()
    await card(page).getByText('Sends nothing').waitFor()
    await card(page).getByRole('button', { name: 'Review changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review changes: Shop' })
    await dialog.getByRole('row', { name: `Base URL gateway.baseUrl ${right.baseUrl} ${other.baseUrl}` }).waitFor()
    expect(await dialog.getByRole('row').count()).toBe(2)
    await dialog.getByRole('button', { name: 'Confirm profile' }).click()
    await banner.waitFor({ state: 'detached' })

    // The profile is right now; its secret still belongs to the gateway before.
    await askStatus(page)
    await page.getByText(`signs for ${merchant.login} at ${right.baseUrl}`).waitFor()
    expect(other.requests()).toBe(0)
    await go(page, 'Profiles')
    await card(page).getByRole('button', { name: 'Edit', exact: true }).click()
    await enterSecret(page)
    await askStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain('approved')
    expect(other.requests()).toBe(1)
    expectNoErrors(launched)
  })
})
