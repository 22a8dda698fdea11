import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ledgerFile, readLedger } from '../../electron/sandbox/ledger.ts'
import { chargeByHand, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { freshFolder } from './support/launch.ts'

const { skipped, open } = specs('open-outcomes.test.ts')
const resolved = { timeout: 30_000 }

/** Orders that reached the gateway, as its own ledger has them. */
const charged = (userData: string): number =>
  readLedger(ledgerFile(join(userData, 'sandbox'))).filter((line) => line.order !== undefined).length

describe.skipIf(skipped)('a charge whose answer was lost', () => {
  it('is resolved by itself, which its entry says, and was sent once', async () => {
    const userData = freshFolder()
    const console = await open({ userData })
    const { page } = console
    await go(page, 'Unsettled')
    await page.getByText('Everything is settled').waitFor()
    await chargeByHand(page, { 'Card reference id': '1000104', 'Amount': '7.20' })
    await go(page, 'Unsettled')
    await page.getByText('Everything is settled').waitFor(resolved)
    await go(page, 'History')
    await page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: /Recurrent payment/ }).first().click()
    await page.getByText('This settled the entry.').waitFor()
    expect(charged(userData)).toBe(1)
    expectNoErrors(console)
  })

  it('tells its result where it was charged, without a click', async () => {
    const { page } = await open()
    await chargeByHand(page, { 'Card reference id': '1000104', 'Amount': '7.20' })
    await expect.poll(() => headline(page).textContent(), resolved).toContain('approved')
  })

  it('and never arrived waits with what to do, also after a restart, and is not closed before its time', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await chargeByHand(first.page, { 'Card reference id': '1000103', 'Amount': '7.20' })
    await first.close()
    const console = await open({ userData })
    const { page } = console
    await page.getByRole('link', { name: '1 unsettled' }).click()
    const entry = page.getByRole('article', { name: 'Recurrent payment of 7.20 USD' })
    await entry.getByText('The gateway does not know the order.', { exact: false }).waitFor(resolved)
    await entry.getByText(/From then on it may be taken as "not charged"/).waitFor()
    expect(await entry.getByRole('button', { name: 'Close as not found…' }).isDisabled()).toBe(true)
    await entry.getByRole('button', { name: 'Check status' }).click()
    await entry.getByRole('button', { name: 'Ask again' }).press('Enter')
    await entry.getByText(/^Last asked at/).waitFor()
    await entry.getByRole('link', { name: 'Open entry' }).click()
    await page.getByText('The outcome is unknown').waitFor()
    expect(charged(userData)).toBe(0)
    expectNoErrors(console)
  })
})
