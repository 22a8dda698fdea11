import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chargeByHand, go } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { freshFolder } from './support/launch.ts'

const { skipped, open, keychain } = specs('maintenance-verify.test.ts')

const verify = async (page: Page): Promise<void> => {
  await go(page, 'Upkeep')
  await page.getByRole('button', { name: 'Verify journal' }).click()
}

/** Edits the amount of the first charge in the file, as somebody would who has it and knows SQLite. */
function editCharge(userData: string): void {
  const file = new DatabaseSync(join(userData, 'journal.sqlite'))
  file.exec('DROP TRIGGER event_is_never_changed')
  const { changes } = file.prepare(
    `UPDATE event SET body = replace(body, '"1015"', '"9915"') WHERE kind = 'intent' AND body LIKE '%recurrent-payment%'`,
  ).run()
  file.close()
  expect(changes).toBe(1)
}

describe.skipIf(skipped)('verifying the journal', () => {
  it('is good after a charge and a change; after an edit of the file it names the entry', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await chargeByHand(first.page)
    await go(first.page, 'Profiles')
    await first.page.getByRole('button', { name: 'Edit' }).first().click()
    await first.page.getByLabel('Merchant login', { exact: true }).fill('other-login')
    await first.page.getByRole('button', { name: 'Save', exact: true }).click()
    await first.page.getByRole('button', { name: 'New profile' }).waitFor()
    await verify(first.page)
    await first.page.getByText('Nothing was changed: every link holds and every seal is right.').waitFor()
    const trail = first.page.getByRole('table', { name: 'Lines of the audit trail' })
    await trail.getByRole('row').filter({ hasText: 'Profile changed' }).filter({ hasText: '→ other-login' }).waitFor()
    expectNoErrors(first)
    await first.close()

    const again = await open({ userData })
    await verify(again.page)
    const said = keychain().keyring === null ? 'Every link holds.' : 'Nothing was changed: every link holds and every seal is right.'
    await again.page.getByText(said).waitFor()
    await again.close()

    editCharge(userData)
    const attacked = await open({ userData })
    await verify(attacked.page)
    await attacked.page.getByText('The journal was changed: this is the first place that does not hold.').waitFor()
    await attacked.page.getByRole('link', { name: 'Open the entry' }).click()
    await attacked.page.getByRole('heading', { name: 'Recurrent payment' }).first().waitFor()
    expectNoErrors(attacked)
    await attacked.close()
  })
})
