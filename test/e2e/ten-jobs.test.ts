// Ten jobs of support, finance, administrator and integrator, with the clicks and keys of each. A change that needs
// more of them fails. Text that is copied elsewhere and pasted counts as one key.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chargeByHand, checkNow, go, headline } from './support/console.ts'
import { answerDialog, freshFolder } from './support/launch.ts'
import { charge, charged } from './support/pay.ts'
import { chooseOther, openPayment } from './support/payment-page.ts'
import { specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared, open } = specs('ten-jobs.test.ts')
const inTime = { timeout: 30_000 }

interface Work { clicks: number, keys: number }

/** Counts clicks and keys from now on; the returned function reads the counts. */
async function count(page: Page): Promise<() => Promise<Work>> {
  await page.evaluate(() => {
    const work = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { work })
    addEventListener('click', ({ isTrusted, detail }) => { if (isTrusted && detail > 0) work.clicks += 1 }, true)
    addEventListener('keydown', ({ isTrusted }) => { if (isTrusted) work.keys += 1 }, true)
  })
  return async () => await page.evaluate(() => (globalThis as unknown as { work: Work }).work)
}

async function paste(page: Page, pasted: string): Promise<void> {
  await page.keyboard.press('Control')
  await page.keyboard.insertText(pasted)
}

const main = (page: Page) => page.getByRole('main')
const lines = (page: Page) => page.getByRole('table', { name: text('history.list') }).locator('.line')

describe.skipIf(skipped)('the job:', () => {
  it('"is it paid?" from a log line shows the order as paid', async () => {
    const { page } = await shared()
    const { merchantOrderId } = await charged(page, 'approved')
    await go(page, 'cardLookup')
    const done = await count(page)
    await page.keyboard.press('Control+k')
    await paste(page, `09:12:44 WARN charge slow client_orderid=${merchantOrderId ?? ''} from 10.0.0.7`)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await main(page).getByText('Paid', { exact: true }).first().waitFor(inTime)
    expect(await done()).toEqual({ clicks: 0, keys: 4 })
  })

  it('"were they charged twice?" from the list, which marks both payments, refunds the later one in full', async () => {
    const { page } = await shared()
    await charged(page, 'approved', { amount: '12.34' })
    const later = await charged(page, 'approved', { amount: '12.34' })
    await charged(page, 'declined', { cardReference: '1000002', amount: '12.34' })
    await go(page, 'history')
    const marks = lines(page).filter({ hasText: '12.34' }).getByRole('link', { name: text('compare.chargedTwice') })
    await expect.poll(() => marks.count(), inTime).toBe(2)
    const done = await count(page)
    await marks.first().click()
    const refund = text('order.action.open', { operation: text('operation.return.name') })
    await page.getByRole('button', { name: `${refund} ${text('compare.later')}` }).click()
    await page.getByRole('dialog', { name: text('operation.return.name') }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('duplicate')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: text('verb.refund.confirm') }).getByRole('button', { name: /^Refund / }).click()
    await expect.poll(() => page.locator('h1').textContent(), inTime).toContain(text('order.sentence.refunded'))
    expect(await done()).toEqual({ clicks: 3, keys: 11 })
    await main(page).getByText(later.merchantOrderId ?? '').first().waitFor(inTime)
  })

  it('"were they charged twice?" from a customer’s mail compares two chosen payments', async () => {
    const { page } = await shared()
    await charged(page, 'approved', { amount: '13.57' })
    await charged(page, 'declined', { cardReference: '1000002', amount: '13.57' })
    const { entryId } = await charged(page, 'approved', { amount: '13.57' })
    await go(page, 'cardLookup')
    const done = await count(page)
    await page.keyboard.press('Control+k')
    await paste(page, 'Hello, my card ending in 0001 was charged 13.57 USD twice. Please help, R. Halliday')
    await page.getByRole('option').filter({ hasText: text('compare.chargedTwice') }).waitFor()
    // The last option: the payments that match the text come first.
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key)
    const boxes = main(page).getByRole('checkbox')
    await boxes.nth(1).waitFor(inTime)
    expect(await boxes.count()).toBe(2)
    for (const place of [0, 1]) await boxes.nth(place).click()
    await main(page).getByRole('button', { name: text('compare.open') }).click()
    const verdict = textPattern('compare.verdict.twoApproved.title')
    await main(page).getByText(verdict).waitFor(inTime)
    expect(await done()).toEqual({ clicks: 3, keys: 5 })
    // Checks the status of both. The page of the payment leads to the same answer.
    await page.getByRole('button', { name: text('compare.checkBoth') }).click()
    await main(page).getByText(verdict).waitFor(inTime)
    await openPayment(page, entryId)
    await chooseOther(page, text('compare.chargedTwice'))
    await main(page).getByText(verdict).waitFor(inTime)
  })

  it('a charge of a card on file takes form, review and one confirmation', async () => {
    const { page } = await shared()
    await go(page, 'cardLookup')
    const done = await count(page)
    await chargeByHand(page, { 'Amount': '31.00' })
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('verb.charge.past', { amount: '31.00 USD' }))
    // The click in card lookup comes before the job and is not counted.
    expect(await done()).toEqual({ clicks: 4, keys: 0 })
  })

  it('a part refund with its reason starts from the payment', async () => {
    const { page } = await shared()
    const { merchantOrderId } = await charged(page, 'approved', { amount: '50.00' })
    await go(page, 'history')
    await lines(page).filter({ hasText: merchantOrderId ?? '' }).first().getByRole('link').first().click()
    const done = await count(page)
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).click()
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    await form.getByRole('radio', { name: text('order.payment.part') }).check()
    await form.getByLabel(label('amount'), { exact: true }).fill('20.00')
    await form.getByLabel(label('comment'), { exact: true }).fill('Wrong size')
    await form.getByRole('button', { name: text('operation.return.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.refund.confirm') })
    await dialog.getByRole('button', { name: /^Refund / }).click()
    const state = text('order.state.partlyRefunded', { part: '20.00', whole: '50.00 USD' })
    await expect.poll(() => page.locator('h1').textContent(), inTime).toContain(state)
    expect(await done()).toEqual({ clicks: 4, keys: 0 })
  })

  it('a refund of half, then of the rest', async () => {
    const { page } = await shared()
    const { merchantOrderId } = await charged(page, 'approved', { amount: '10.00' })
    await go(page, 'history')
    await lines(page).filter({ hasText: merchantOrderId ?? '' }).first().getByRole('link').first().click()
    const refund = page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) })
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    const confirm = async (amount: string) => {
      const dialog = page.getByRole('dialog', { name: text('verb.refund.confirm') })
      await dialog.getByRole('button', { name: text('verb.refund.amount', { amount, currency: 'USD' }) }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await refund.waitFor()
    const done = await count(page)
    await refund.click()
    await form.getByRole('radio', { name: text('order.payment.part') }).click()
    await page.keyboard.press('Tab')
    await page.keyboard.type('5')
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.type('Half')
    await page.keyboard.press('Enter')
    await confirm('5.00')
    const state = text('order.state.partlyRefunded', { part: '5.00', whole: '10.00 USD' })
    await expect.poll(() => page.locator('h1').textContent(), inTime).toContain(state)
    await refund.click()
    await form.getByRole('button', { name: text('order.payment.remaining', { amount: '5.00 USD' }) }).click()
    await page.keyboard.type('Rest')
    await page.keyboard.press('Enter')
    // The second of two equal refunds requires a reason; the comment can be used.
    await page.getByRole('button', { name: text('payment.useComment', { comment: 'Rest' }) }).click()
    await confirm('5.00')
    await expect.poll(() => page.locator('h1').textContent(), inTime).toContain(text('order.sentence.refunded'))
    expect(await done()).toEqual({ clicks: 7, keys: 14 })
  })

  it('"why was it declined?" is answered by the line of the list', async () => {
    const { page } = await shared()
    await charged(page, 'declined', { cardReference: '1000002', amount: '89.00' })
    const done = await count(page)
    await go(page, 'history')
    await expect.poll(() => lines(page).first().textContent(), inTime).toContain('Declined by the issuer')
    expect(await done()).toEqual({ clicks: 1, keys: 0 })
  })

  it('an open outcome is checked with one button', async () => {
    const { page } = await shared()
    await charge(page, { cardReference: '1000103', amount: '7.20' })
    const done = await count(page)
    await go(page, 'openOutcomes')
    const check = main(page).getByRole('button', { name: text('answer.checkStatus') })
    const entries = main(page).getByRole('list', { name: text('openOutcomes.list') })
    const none = main(page).getByText(text('openOutcomes.emptyTitle'))
    await checkNow(check, none)
    await entries.or(none).first().waitFor(inTime)
    const { clicks } = await done()
    expect(clicks).toBeLessThanOrEqual(2)
  })

  it('the sums of a day are shown below the list', async () => {
    const { page } = await shared()
    await charged(page, 'approved', { amount: '71.00' })
    const done = await count(page)
    await go(page, 'history')
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.date') }) }).click()
    await page.getByRole('radio', { name: text('history.filter.day.today'), exact: true }).check()
    await expect.poll(() => page.locator('.foot').textContent(), inTime).toContain(text('history.totals.net'))
    expect(await done()).toEqual({ clicks: 3, keys: 0 })
  })

  it('the totals of last month and their CSV are reached from the history', async () => {
    const { app, page } = await shared()
    const folder = freshFolder()
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'month.csv') })
    await go(page, 'history')
    const done = await count(page)
    await page.getByRole('button', { name: text('history.filter.open', { name: text('history.filter.date') }) }).click()
    await page.getByRole('radio', { name: text('history.filter.day.last-month'), exact: true }).check()
    await page.getByRole('button', { name: text('history.export.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('history.export.title') })
    await dialog.getByRole('button', { name: text('history.export.save') }).click()
    await dialog.getByText(text('history.export.saved', { name: 'month.csv' })).waitFor(inTime)
    const saved = readFileSync(join(folder, 'month.csv'), 'utf8')
    expect(saved).toMatch(/^Totals,.*\r\nFilter,.*from: \d{4}-\d\d-01T.*before: \d{4}-\d\d-01T/m)
    expect(await done()).toEqual({ clicks: 4, keys: 0 })
  })

  it('the mistake in a refused request is found by pasting it into the inspector', async () => {
    const { page } = await shared()
    const body = `login=sandbox-merchant&cardrefid=1000001&control=${'0'.repeat(40)}`
    const request = `curl 'https://gate.example/gw/api/v2/get-card-info/1001' -d '${body}'`
    const search = page.getByRole('main').getByLabel(label('cardReference'), { exact: true })
    await go(page, 'cardLookup')
    await search.fill(request)
    await search.press('Control+a')
    await search.press('Control+x')
    const done = await count(page)
    await go(page, 'inspector')
    await page.keyboard.press('Control+v')
    await main(page).getByText('Probably the wrong secret. The rest looks right').waitFor(inTime)
    // Ctrl and V are two keys.
    expect(await done()).toEqual({ clicks: 1, keys: 2 })
  })

  it('the first charge starts from the first screen of a new desk', async () => {
    const { page } = await open()
    const done = await count(page)
    await main(page).getByRole('link', { name: text('today.newCharge') }).click()
    // The built-in gateway, which has just started, proposes the example.
    await expect.poll(() => page.getByLabel(label('amount'), { exact: true }).inputValue(), inTime).toBe('10.15')
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    await dialog.getByRole('button', { name: /^Charge / }).click()
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('verb.charge.past', { amount: '10.15 USD' }))
    expect(await done()).toEqual({ clicks: 3, keys: 0 })
  })

  it('the other payments of a card are reached from one of them', async () => {
    const { page } = await shared()
    for (const amount of ['61.00', '62.00']) await charged(page, 'declined', { cardReference: '1000002', amount })
    await go(page, 'history')
    await lines(page).filter({ hasText: '61.00' }).first().getByRole('link').first().click()
    const done = await count(page)
    await main(page).getByRole('link', { name: /payments and refunds of this card/ }).click()
    const payments = page.getByRole('region', { name: text('card.payments') }).getByRole('row')
    for (const amount of ['61.00', '62.00']) await payments.filter({ hasText: amount }).first().waitFor(inTime)
    expect(await done()).toEqual({ clicks: 1, keys: 0 })
  })

  it('a key pair is created and its public key saved for gateway support', async () => {
    const { app, page } = await shared()
    const folder = freshFolder()
    await answerDialog(app, 'showSaveDialog', { canceled: false, filePath: join(folder, 'public.pem') })
    const done = await count(page)
    await go(page, 'keys')
    await page.getByRole('button', { name: text('keys.make') }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('keys.name'), { exact: true }).fill('Desk 7')
    await dialog.getByRole('button', { name: text('keys.generateAction') }).click()
    // Generating 4096 bits takes seconds, sometimes many.
    await page.getByRole('button', { name: textPattern('keys.showPublic') }).first().click({ timeout: 120_000 })
    await page.getByRole('dialog').getByRole('button', { name: text('keys.savePem') }).click()
    await expect.poll(() => readdirSync(folder), inTime).toEqual(['public.pem'])
    expect(await done()).toEqual({ clicks: 5, keys: 0 })
  }, 180_000)

  it('the exact text that a payment signed is shown for an integrator', async () => {
    const { page } = await shared()
    await charged(page, 'approved', { amount: '81.23' })
    await go(page, 'history')
    await lines(page).filter({ hasText: '81.23' }).first().getByRole('link').first().click()
    const done = await count(page)
    await main(page).getByRole('button', { name: text('answer.signedText') }).click()
    await main(page).getByText('8123').first().waitFor(inTime)
    const { clicks } = await done()
    expect(clicks).toBe(1)
  })
})
