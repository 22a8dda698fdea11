import { describe, expect, it } from 'vitest'
import { chargeByHand, go, headline } from './support/console.ts'
import { charged } from './support/pay.ts'
import { chooseOther, openEvidence } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared } = specs('lookups.test.ts')

describe.skipIf(skipped)('order status', () => {
  it('finds an order by its serial number and shows the present order beside that request (status)', async () => {
    const launched = await shared()
    const { page } = launched
    await charged(page, 'approved')
    await go(page, 'history')
    await page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first().click()
    const serial = await page.getByText(/^00000000-0000-0000-0000-[0-9a-f]{12}$/).first().textContent()
    await go(page, 'orderStatus')
    await page.getByLabel(label('serialNumber'), { exact: true }).fill(serial?.trim() ?? '')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.past', { amount: '10.15 USD' }))
    const request = page.getByRole('main').locator('.panel').filter({ hasText: text('orderStatus.theRequest') })
    await expect.poll(() => request.getByRole('heading').textContent()).toContain('approved')
    await openEvidence(page, text('order.everything'))
    await page.getByText(text('answer.initialAmount'), { exact: true }).first().waitFor()
    expectNoErrors(launched)
  })

  it('requires the merchant order id for an unknown serial number, or an undocumented query', async () => {
    const { page } = await shared()
    await go(page, 'orderStatus')
    await page.getByLabel(label('serialNumber'), { exact: true }).fill('00000000-0000-0000-0000-00000000beef')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await page.getByText(text('orderStatus.needed.title')).waitFor()
    await page.getByText(text('orderStatus.needed.undocumented')).waitFor()
    await page.getByRole('button', { name: text('orderStatus.needed.askAnyway') }).click()
    await expect.poll(() => headline(page).textContent()).toContain('refused')
    await page.getByText(text('answer.advice.notFound')).first().waitFor()
  })

  it('marks the missing field of an empty form', async () => {
    const { page } = await shared()
    await go(page, 'orderStatus')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    const field = page.getByLabel(label('merchantOrderId'), { exact: true })
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  })

  it('shows that an order waits for the cardholder, and copies the cardholder’s link', async () => {
    const { page } = await shared()
    await chargeByHand(page, { 'Card reference id': '1000007' })
    await page.getByText(/waiting for the cardholder/i).first().waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: text('threeDSecure.cardholder.copy') }).waitFor()
  })
})

describe.skipIf(skipped)('cards', () => {
  it('are looked up (get-card-info), and the lookup links to a charge', async () => {
    const launched = await shared()
    const { page } = launched
    await go(page, 'cardLookup')
    await page.getByLabel(label('cardReference'), { exact: true }).fill('1000001')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await page.getByText('ALICE APPROVED').first().waitFor()
    await page.getByRole('link', { name: text('answer.chargeCard') }).or(page.getByRole('button', { name: text('answer.chargeCard') })).click()
    await page.getByRole('heading', { name: text('shell.navigation.recurrentPayment'), level: 1 }).waitFor()
    await expect.poll(() => page.getByLabel(label('cardReference'), { exact: true }).inputValue()).toBe('1000001')
    expectNoErrors(launched)
  })

  it('with an unknown reference are refused; a card number in place of a reference is not sent', async () => {
    const { page } = await shared()
    await go(page, 'cardLookup')
    await page.getByLabel(label('cardReference'), { exact: true }).fill('4000000000000002')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await page.getByText(/card number/i).first().waitFor()
    expect(await headline(page).count()).toBe(0)
    await page.getByLabel(label('cardReference'), { exact: true }).fill('999')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await expect.poll(() => headline(page).textContent()).toContain('refused')
  })

  it.each([['v2', 'create-card-ref-v2'], ['v4', 'create-card-ref-v4']])('are registered from an order by %s (%s) and can be charged', async (version) => {
    const { page } = await shared()
    await go(page, 'orderStatus')
    await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('first-payment-1')
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.done'))
    await chooseOther(page, text('answer.registerCard'))
    await page.getByRole('heading', { name: text('shell.navigation.registerCard'), level: 1 }).waitFor()
    await page.getByRole('radio', { name: version === 'v2' ? /2/ : /4/ }).check()
    await page.getByRole('button', { name: /Register/ }).click()
    await expect.poll(() => headline(page).textContent()).toMatch(textPattern('answer.headline.cardRegistered'))
    await page.getByText(version === 'v2' ? 'Unique card id' : 'Recurring payment id').first().waitFor()
    await page.getByRole('link', { name: text('answer.chargeCard') }).waitFor()
  })

  it('are not registered without a first payment', async () => {
    const { page } = await shared()
    await page.evaluate(() => { location.hash = '#/register-card' })
    await page.getByLabel(label('orderId'), { exact: true }).fill('1')
    await page.getByLabel(label('merchantOrderId'), { exact: true }).fill('nobody-paid-this')
    await page.getByRole('button', { name: /Register/ }).click()
    await expect.poll(() => headline(page).textContent()).toMatch(/refused|not registered/)
  })
})
