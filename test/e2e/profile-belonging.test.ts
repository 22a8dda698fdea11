// A stored secret belongs to one address. A profile that was changed from outside signs nothing. Tested in the window.
import { originOf } from '#shared/model/profiles/merchant.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { merchant } from '../../electron/sandbox/requests/merchant.ts'
import { go, headline } from './support/console.ts'
import { addProfile, closeGateways, enterSecret, ownGateway, profileCard } from './support/own-gateway.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { answerDialog, closeAll, freshFolder } from './support/launch.ts'
import { label, text } from '../support/texts.ts'

const { skipped, keychain, open } = specs('profile-belonging.test.ts')

afterEach(async () => {
  await closeAll()
  await closeGateways()
})

const save = (page: Page) => page.getByRole('button', { name: text('common.save'), exact: true }).click()
const card = (page: Page) => profileCard(page, 'Shop')

async function queryStatus(page: Page): Promise<void> {
  // Leave the screen first, so that the form is empty.
  await go(page, 'cardLookup')
  await go(page, 'orderStatus')
  await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('first-payment-1')
  await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
}

describe.skipIf(skipped)('attack: change the base URL of a profile and the stored secret signs for the new host', () => {
  it('the request is refused with the next step; with the secret entered again it is sent', async () => {
    const [first, second] = [await ownGateway(), await ownGateway()]
    const launched = await open()
    const { page } = launched
    await addProfile(page, 'Shop', first.baseUrl)
    await queryStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.done'))
    expect(first.requests()).toHaveLength(1)

    await go(page, 'profiles')
    await card(page).getByRole('button', { name: text('profiles.edit'), exact: true }).click()
    await page.getByLabel(text('profiles.baseUrl'), { exact: true }).fill(second.baseUrl)
    await page.getByText(`Before: ${merchant.login} at ${originOf(first.baseUrl)} (product word gw)`).waitFor()
    await page.getByText(`After saving: ${merchant.login} at ${originOf(second.baseUrl)} (product word gw)`).waitFor()
    await page.getByText(text('profileChecks.changeSecret')).waitFor()
    await save(page)
    await card(page).getByText(`It is for ${merchant.login} at ${originOf(first.baseUrl)} (product word gw) only.`).waitFor()

    await queryStatus(page)
    await page.getByText(`The control secret of this profile is for ${merchant.login} at ${originOf(first.baseUrl)} (product word gw) only.`).waitFor()
    await page.getByText(/If they are right, enter the control secret again\./).waitFor()
    expect(second.requests()).toHaveLength(0)

    await go(page, 'profiles')
    await card(page).getByRole('button', { name: text('profiles.edit'), exact: true }).click()
    await enterSecret(page)
    await queryStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.done'))
    expect(second.requests()).toHaveLength(1)
    expect(first.requests()).toHaveLength(1)
    expectNoErrors(launched)
  })
})

describe.skipIf(skipped)('attack: edit profiles.json between two starts', () => {
  it('the start reports it; the profile signs nothing until a person confirms the differences', async (context) => {
    if (keychain().keyring === null) context.skip()
    const [right, other] = [await ownGateway(), await ownGateway()]
    const userData = freshFolder()
    const first = await open({ userData })
    await addProfile(first.page, 'Shop', right.baseUrl)
    await first.close()
    const path = join(userData, 'profiles.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"baseUrl": "${right.baseUrl}"`, `"baseUrl": "${other.baseUrl}"`))

    const launched = await open({ userData })
    const { page } = launched
    const banner = page.getByRole('alert').filter({ hasText: text('profileChecks.blockedTitle', { name: 'Shop' }) })
    await banner.getByText(text('profileChecks.reason.changed')).waitFor()
    await queryStatus(page)
    await page.getByText(text('failure.what.profile-not-confirmed')).waitFor()
    expect(other.requests()).toHaveLength(0)

    await banner.getByRole('link', { name: text('moreOperations.toProfiles') }).click()
    await card(page).getByText(text('profileChecks.blockedHere')).waitFor()
    await card(page).getByRole('button', { name: text('profileChecks.review') }).click()
    const dialog = page.getByRole('dialog', { name: text('profileChecks.reviewTitle', { name: 'Shop' }) })
    await dialog.getByRole('row', { name: `Base URL gateway.baseUrl ${right.baseUrl} ${other.baseUrl}` }).waitFor()
    expect(await dialog.getByRole('row').count()).toBe(2)
    await answerDialog(launched.app, 'showMessageBox', { response: 1 })
    await dialog.getByRole('button', { name: text('profileChecks.confirm') }).click()
    await banner.waitFor({ state: 'detached' })

    // The profile is confirmed, but its secret still belongs to the earlier gateway.
    await queryStatus(page)
    await page.getByText(`The control secret of this profile is for ${merchant.login} at ${originOf(right.baseUrl)} (product word gw) only.`).waitFor()
    expect(other.requests()).toHaveLength(0)
    await go(page, 'profiles')
    await card(page).getByRole('button', { name: text('profiles.edit'), exact: true }).click()
    await enterSecret(page)
    await queryStatus(page)
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.done'))
    expect(other.requests()).toHaveLength(1)
    expectNoErrors(launched)
  })
})
