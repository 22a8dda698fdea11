// A morning: an outcome that is not known, some declines, and numbers that equal the lists behind them.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { go } from './support/console.ts'
import { charge, charged, openPaid } from './support/pay.ts'
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

  it('lists a follow-up of a payment until it is done, then nothing', async () => {
    const launched = await open()
    const { page } = launched
    await openPaid(page)
    const notes = main(page).getByRole('region', { name: text('notes.title') })
    await notes.getByRole('button', { name: text('notes.add') }).click()
    await notes.getByLabel(text('notes.text'), { exact: true }).fill('Call the customer back. <b>Before noon</b>')
    await notes.getByLabel(text('notes.followUp'), { exact: true }).check()
    await notes.getByRole('spinbutton').first().click()
    await page.keyboard.type('01012026')
    await notes.getByRole('button', { name: text('notes.save') }).click()
    await notes.getByText('Call the customer back. <b>Before noon</b>').waitFor(inTime)

    await go(page, 'today')
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.needs', { count: 1 }))
    await main(page).getByRole('link', { name: text('answer.openPayment') }).click()
    await notes.getByRole('button', { name: text('notes.finish') }).click()
    await notes.getByText('Follow-up of 1 Jan 2026 done').waitFor(inTime)
    await go(page, 'today')
    await expect.poll(() => title(page).textContent(), inTime).toBe(text('today.nothing'))
    expectNoErrors(launched)
  })
})
