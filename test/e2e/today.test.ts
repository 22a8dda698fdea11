// A morning: an outcome that is not known, some declines, and numbers that equal the lists behind them.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { charge, charged } from './support/pay.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, open } = specs('today.test.ts')
const inTime = { timeout: 30_000 }

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')

describe.skipIf(skipped)('the home screen', () => {
  it('lists money that may have moved with its one action, and each number leads to the list that adds up to it', async () => {
    const launched = await open()
    const { page } = launched
    await charge(page, { cardReference: '1000103', amount: '88.00' })
    for (const amount of ['61.00', '62.00']) await charged(page, 'declined', { cardReference: '1000002', amount })
    await charged(page, 'approved', { amount: '10.15' })
    await go(page, 'today')
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.needs', { count: 1 }))
    await main(page).getByText(text('today.uncertain', { count: 1, amounts: '88.00 USD' })).waitFor(inTime)

    await main(page).getByRole('button', { name: text('openOutcomes.checkNow') }).click()
    await main(page).getByText(text('openOutcomes.checkedNow')).first().waitFor(inTime)

    await main(page).getByRole('link', { name: '2 · 123.00 USD' }).click()
    const lines = page.getByRole('table', { name: text('history.list') }).locator('.line')
    await expect.poll(() => lines.count(), inTime).toBe(2)
    const totals = page.getByRole('table', { name: text('history.totals.byCurrency') })
    await totals.getByText('123.00', { exact: true }).waitFor(inTime)
    await page.goBack()
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.needs', { count: 1 }))
    expectNoErrors(launched)
  })
})
