import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { freshFolder } from './support/launch.ts'
import { charge } from './support/pay.ts'
import { label, text } from '../support/texts.ts'

const { skipped, open, keychain } = specs('maintenance-verify.test.ts')

const verify = async (page: Page): Promise<void> => {
  await go(page, 'maintenance')
  const links = page.getByText(text('maintenance.verify.links'))
  const busy = page.getByText(text('failure.what.maintenance-under-way'))
  // The day's backup may be running after a start; only one maintenance task runs at a time.
  await expect.poll(async () => {
    await page.getByRole('button', { name: text('maintenance.verify.start') }).click()
    await links.or(busy).first().waitFor()
    return await links.isVisible()
  }, { timeout: 30_000 }).toBe(true)
}

/** Edits the amount of the first charge in the file, as an attacker with access to it could. */
function editCharge(userData: string): void {
  const file = new DatabaseSync(join(userData, 'journal.sqlite'))
  file.exec('DROP TRIGGER event_is_never_changed')
  const { changes } = file.prepare(
    `UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE kind = 'intent' AND facts LIKE '%recurrent-payment%'`,
  ).run()
  file.close()
  expect(changes).toBe(1)
}

describe.skipIf(skipped)('verifying the journal', () => {
  it('succeeds after a charge and a profile change; after an edit of the file it names the changed entry', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await charge(first.page)
    await go(first.page, 'profiles')
    await first.page.getByRole('button', { name: text('profiles.edit') }).first().click()
    await first.page.getByLabel(label('login'), { exact: true }).fill('other-login')
    await first.page.getByRole('button', { name: text('common.save'), exact: true }).click()
    await first.page.getByRole('button', { name: text('profiles.add') }).waitFor()
    await verify(first.page)
    await first.page.getByText(text('maintenance.verify.good')).waitFor()
    const trail = first.page.getByRole('table', { name: text('maintenance.audit.caption') })
    await trail.getByRole('row').filter({ hasText: text('maintenance.audit.action.profile-changed') }).filter({ hasText: '→ other-login' }).waitFor()
    expectNoErrors(first)
    await first.close()

    const again = await open({ userData })
    await verify(again.page)
    const expected = keychain().keyring === null ? 'Every link is intact.' : text('maintenance.verify.good')
    await again.page.getByText(expected).waitFor()
    await again.close()

    editCharge(userData)
    const attacked = await open({ userData })
    await verify(attacked.page)
    await attacked.page.getByText(text('maintenance.verify.break.changed')).waitFor()
    await attacked.page.getByRole('link', { name: text('maintenance.verify.openEntry') }).click()
    await attacked.page.getByRole('heading', { name: text('shell.navigation.recurrentPayment') }).first().waitFor()
    expectNoErrors(attacked)
    await attacked.close()
  })
})
