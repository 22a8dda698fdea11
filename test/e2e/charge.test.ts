import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '../../electron/sandbox/orders/ledger.ts'
import { chargeByHand, fillCharge, go, headline, recordHeadlines } from './support/console.ts'
import { freshFolder } from './support/launch.ts'
import { ledgerOf } from './support/ledger.ts'
import { showEverything } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text, textPattern } from '../support/texts.ts'

const { skipped, open, shared } = specs('charge.test.ts')

const paid = (amount: string): string => text('verb.charge.past', { amount })
const ordersIn = (lines: readonly LedgerLine[]): LedgerLine[] => lines.filter((line) => line.order !== undefined)

describe.skipIf(skipped)('charging a card on file', () => {
  it('is reviewed, confirmed once, and followed until it is final (recurrent-payment)', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await page.getByText(text('forms.minorUnits', { amount: '1015', count: 2 })).waitFor()
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    await dialog.getByText('ALICE APPROVED').waitFor()
    await dialog.getByText('1015', { exact: true }).waitFor()
    // Cancel has the focus: Enter right after the dialog opened must not charge.
    expect(await dialog.getByRole('button', { name: text('common.cancel') }).evaluate((button) => button === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) }).click()
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(paid('10.15 USD'))
    expect(ordersIn(ledger())).toHaveLength(1)
    expectNoErrors(launched)
  })

  it('with invalid input sends nothing and marks each invalid field', async () => {
    const { page, ledger } = await shared()
    await go(page, 'recurrentPayment')
    await fillCharge(page, { 'Amount': '10,15', 'Customer IP address': 'somewhere' })
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    await page.getByText('Use a point for decimals').first().waitFor()
    for (const label of ['Amount', 'Customer IP address']) {
      await expect.poll(() => page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(ordersIn(ledger())).toHaveLength(0)
  })

  it('with several amounts shows the one that was paid', async () => {
    const { page } = await shared()
    await go(page, 'recurrentPayment')
    await fillCharge(page, { 'Amount': '30.15' })
    await page.getByRole('button', { name: /more fields/ }).click()
    const add = page.getByRole('button', { name: text('forms.amounts.add') })
    await add.click()
    await page.getByLabel(text('forms.amounts.row', { place: '1' })).fill('13.13')
    await add.click()
    await page.getByLabel(text('forms.amounts.row', { place: '2' })).fill('8.00')
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    await dialog.getByRole('button', { name: text('verb.charge.oneOf', { amounts: '13.13,', currency: '8.00 USD' }) }).click()
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(paid('8.00 USD'))
  })

  it('offers no one-click repeat after a decline', async () => {
    const { page } = await shared()
    await chargeByHand(page, { 'Card reference id': '1000002' })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('history.state.declined'))
    await page.getByRole('main').getByText(text('order.sentence.noMoney')).waitFor()
    expect(await page.getByRole('button', { name: /^Charge / }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /again|retry|repeat/i }).count()).toBe(0)
  })

  it('after a lost reply reports a possible charge, offers only a check, and is resolved automatically', async () => {
    const { page, ledger } = await shared()
    const headlines = await recordHeadlines(page)
    await chargeByHand(page, { 'Card reference id': '1000104' })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(paid('10.15 USD'))
    // It is resolved now. The earlier headline was shown only until the first status check was answered.
    const before = (await headlines()).map(({ headline: words }) => words)
    const uncertain = (await headlines()).find(({ headline: words }) => words.includes(text('verb.charge.maybe', { amount: '10.15 USD' })))
    expect(uncertain, before.join(', ')).toBeDefined()
    expect(uncertain?.buttons).toContain(text('answer.checkStatus'))
    expect(uncertain?.buttons.filter((name) => /Charge|Refund|card/.test(name))).toEqual([])
    expect(ordersIn(ledger())).toHaveLength(1)
  })

  it('keeps the review button visible and uncovered in the smallest window while a message is shown', async () => {
    const { page } = await shared()
    await page.setViewportSize({ width: 1024, height: 640 })
    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await go(page, 'cardLookup')
    await go(page, 'recurrentPayment')
    const review = page.getByRole('button', { name: text('operation.recurrent-payment.button') })
    const message = page.getByRole('region', { name: text('shell.messages.now') })
    await message.waitFor()
    await page.getByRole('main').evaluate((main) => { main.scrollTop = main.scrollHeight })
    const [button, shown, main] = await Promise.all(
      [review.boundingBox(), message.boundingBox(), page.getByRole('main').boundingBox()],
    )
    expect(button!.y + button!.height).toBeLessThanOrEqual(640)
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(main!.y)
  })

  it('that is killed while sending is resolved by a status check after the restart, and not sent again', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await go(first.page, 'recurrentPayment')
    await fillCharge(first.page, { 'Card reference id': '1000102' })
    await first.page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    await first.page.getByRole('dialog', { name: text('verb.charge.confirm') }).getByRole('button', { name: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) }).click()
    await expect.poll(() => ordersIn(ledgerOf(userData)).length, { timeout: 20_000 }).toBe(1)
    await first.app.kill()

    const second = await open({ userData })
    await go(second.page, 'history')
    await second.page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first().click()
    await showEverything(second.page)
    await second.page.getByText(text('history.event.outcome.unknown')).waitFor()
    await second.page.getByText(text('history.event.resolves')).waitFor()
    await go(second.page, 'openOutcomes')
    await second.page.getByText(text('openOutcomes.emptyTitle')).waitFor()
    expect(ordersIn(ledgerOf(userData))).toHaveLength(1)
  })
})
