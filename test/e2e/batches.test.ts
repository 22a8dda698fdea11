import { describe, expect, it } from 'vitest'
import { charges, textOf } from '../support/fixtures/batch-rows.ts'
import { text } from '../support/texts.ts'
import { batchEnded, openCheck, pasteRows, savedResult, sendRows, unlimitedPace } from './support/batches.ts'
import { go } from './support/console.ts'
import { moneyMoved } from './support/ledger.ts'
import { expectNoErrors, specs } from './support/specs.ts'

const { skipped, shared } = specs('batches.test.ts')
const inTime = { timeout: 60_000 }

describe.skipIf(skipped)('a batch', () => {
  it('of 200 charges sends each once, saves each result, and does not send the same rows again', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await unlimitedPace(page)
    // Every 20th is declined; one loses its answer but is charged, one never arrives.
    const cardOf = (row: number) => (row === 77 ? '1000104' : row === 133 ? '1000103' : row % 20 === 7 ? '1000002' : '1000001')
    const rows = textOf('recurrent-payment', charges(200, (row) => ({ cardReference: cardOf(row) })))
    await openCheck(page, rows)
    await page.getByRole('heading', { name: '200 of 200 charges are ready' }).waitFor(inTime)
    await sendRows(page)
    await batchEnded(page)
    const table = page.getByRole('table', { name: text('batches.run.list') })
    await expect.poll(() => page.getByRole('button', { name: /^Declined/ }).textContent(), inTime).toContain('10')
    await expect.poll(() => page.getByRole('button', { name: /^Approved/ }).textContent(), inTime).toContain('189')
    await page.getByRole('button', { name: /^Unknown/ }).click()
    await expect.poll(() => table.locator('.line').count(), inTime).toBe(1)
    const sent = () => moneyMoved(ledger()).filter((operation) => operation === 'recurrent-payment')
    expect(sent()).toHaveLength(199)

    const lines = await savedResult(launched)
    expect(lines.filter((line) => /,approved,/i.test(line))).toHaveLength(189)
    expect(lines.find((line) => line.includes('batch-77,'))).toMatch(/approved/i)
    expect(lines.find((line) => line.includes('batch-133,'))).toMatch(/unknown/i)

    await openCheck(page, rows)
    await page.getByRole('heading', { name: '0 of 200 charges are ready' }).waitFor(inTime)
    expect(await page.getByRole('button', { name: /^Review/ }).isDisabled()).toBe(true)
    expect(sent()).toHaveLength(199)
    expectNoErrors(launched)
  }, 240_000)

  it('of twenty subscriptions takes four clicks and one paste from Today until it is sent', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await page.evaluate(() => {
      const work = { clicks: 0 }
      Object.assign(globalThis, { work })
      addEventListener('click', ({ isTrusted, detail }) => { if (isTrusted && detail > 0) work.clicks += 1 }, true)
    })
    await page.getByRole('link', { name: text('shell.navigation.batches'), exact: true }).click()
    await page.getByRole('link', { name: text('batches.create') }).click()
    await page.getByRole('heading', { name: text('batches.source.title'), level: 1 }).waitFor()
    await pasteRows(page, textOf('recurrent-payment', charges(20, (row) => ({ amount: `3.${20 + row}` }), 'subscription')))
    await sendRows(page)
    expect(await page.evaluate(() => (globalThis as unknown as { work: { clicks: number } }).work.clicks)).toBe(4)
    await batchEnded(page)
    expect(moneyMoved(ledger())).toHaveLength(20)
  }, 120_000)

  it('created from selected payments refunds each in full', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await openCheck(page, textOf('recurrent-payment', charges(3, (row) => ({ amount: `4.${20 + row}` }), 'delivery')))
    await sendRows(page)
    await batchEnded(page)
    await go(page, 'history')
    await page.getByRole('textbox', { name: text('history.search') }).or(page.getByRole('searchbox', { name: text('history.search') })).fill('delivery')
    const lines = page.getByRole('table', { name: text('history.list') }).locator('.line')
    await expect.poll(() => lines.count(), inTime).toBe(3)
    await page.getByRole('button', { name: text('batches.select.button'), exact: true }).click()
    await lines.first().getByRole('checkbox').check()
    await lines.nth(1).getByRole('checkbox').check()
    await page.getByRole('button', { name: text('batches.select.refund', { number: '2' }) }).click()
    await page.getByRole('heading', { name: '2 of 2 refunds are ready' }).waitFor(inTime)
    await sendRows(page)
    await batchEnded(page)
    expect(moneyMoved(ledger()).filter((operation) => operation === 'return')).toHaveLength(2)
    expectNoErrors(launched)
  }, 120_000)
})
