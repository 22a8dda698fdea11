// A status of error says that the result at the bank is not certain: through the window.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ledgerFile, readLedger } from '../../electron/sandbox/ledger.ts'
import { chargeByHand, fillCharge, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { freshFolder } from './support/launch.ts'

const { skipped, open } = specs('error-outcome.test.ts')
const resolved = { timeout: 30_000 }

/** Operations that moved money, as the gateway's own ledger has them. */
const carriedOut = (userData: string): string[] => readLedger(ledgerFile(join(userData, 'sandbox')))
  .filter(({ order, transaction }) => order !== undefined || transaction !== undefined)
  .map(({ operation }) => operation)

async function refundWhole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refund…' }).click()
  const form = page.getByRole('dialog', { name: 'Refund' })
  await form.getByLabel('Comment', { exact: true }).fill('wrong size')
  await form.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('dialog', { name: 'Confirm refund' }).getByRole('button', { name: 'Refund the whole 10.15 USD' }).click()
}

describe.skipIf(skipped)('a refund that ended in error', () => {
  it('may have moved money: it counts as refunded, blocks the next one, and is closed only after its time', async () => {
    const userData = freshFolder()
    const launched = await open({ userData })
    const { page } = launched
    await chargeByHand(page, { 'Card reference id': '1000305' })
    await expect.poll(() => headline(page).textContent(), resolved).toContain('approved')
    await page.getByRole('link', { name: 'Open order' }).click()
    await page.getByRole('heading', { name: /^Order/, level: 1 }).waitFor()
    await refundWhole(page)
    await expect.poll(() => headline(page).textContent(), resolved).toContain('Refund ended with an error')
    await page.getByText('Result at the bank unclear', { exact: false }).first().waitFor()
    await page.getByText('Another refund, void or capture has an open outcome', { exact: false }).waitFor(resolved)
    expect(await page.getByRole('button', { name: 'Refund…' }).isDisabled()).toBe(true)
    expect(await page.getByRole('term').filter({ hasText: 'Refunds known to this computer' }).locator('xpath=following-sibling::dd[1]').textContent())
      .toContain('10.15 USD')

    await go(page, 'Unsettled')
    const entry = page.getByRole('article', { name: 'Refund' })
    await entry.getByText('The result at the bank may still change.', { exact: false }).waitFor(resolved)
    expect(await entry.getByRole('button', { name: 'Close after error…' }).isDisabled()).toBe(true)
    expect(carriedOut(userData)).toEqual(['recurrent-payment', 'return'])
    expectNoErrors(launched)
  })
})

describe.skipIf(skipped)('attack: a charge ended in error, and the same card and amount are charged again', () => {
  it('a reason is asked for, and the way to the earlier one is offered: one order', async () => {
    const userData = freshFolder()
    const launched = await open({ userData })
    const { page } = launched
    await chargeByHand(page, { 'Card reference id': '1000004' })
    await expect.poll(() => headline(page).textContent(), resolved).toContain('ended with an error')
    await go(page, 'Card lookup')
    await go(page, 'Recurrent payment')
    await fillCharge(page, { 'Card reference id': '1000004' })
    await page.getByRole('button', { name: 'Review charge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm charge' })
    await dialog.getByText('The same card was charged 10.15 USD', { exact: false }).waitFor()
    await dialog.getByText('Its outcome is open, so that money may have moved.', { exact: false }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Charge 10.15 USD' }).isDisabled()).toBe(true)
    await dialog.getByRole('link', { name: 'Open the earlier one' }).click()
    await page.getByText('Result at the bank unclear: money may have moved.', { exact: false }).waitFor()
    expect(carriedOut(userData)).toEqual(['recurrent-payment'])
    expectNoErrors(launched)
  })
})
