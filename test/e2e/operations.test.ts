import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '../../electron/sandbox/orders/ledger.ts'
import { filesBelow } from '../support/canary/search.ts'
import { confirmPayment, fill, goToOperation, headline, waitForProposedId } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('operations.test.ts')

const ordered = (lines: readonly LedgerLine[]): string[] =>
  lines.filter((line) => line.order !== undefined).map(({ operation }) => operation)

/** All files below a folder that contain a text. */
const filesWith = (folder: string, text: string): string[] =>
  filesBelow(folder).filter(({ bytes }) => bytes.includes(text)).map(({ path }) => path)

const order = { 'Amount': '10.15', 'Customer IP address': '203.0.113.9', 'Order description': 'Test order' }
const cardNumber = '4000000000001000'
const expiryYear = String((new Date().getFullYear() + 2) % 100)

describe.skipIf(skipped)('the form of an operation', () => {
  it('sends a test sale with a typed card once (sale); no file contains its number', async () => {
    const launched = await shared()
    const { page, userData, ledger } = launched
    await goToOperation(page, text('operation.sale.name'))
    await fill(page, {
      ...order, 'Card number': cardNumber, 'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': expiryYear,
      'cvv2': '123',
    })
    await confirmPayment(page, { review: text('operation.sale.button'), dialog: text('verb.charge.confirm'), button: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.charge.past', { amount: '10.15 USD' }))
    expect(ordered(ledger())).toEqual(['sale'])
    expect(filesWith(userData, cardNumber)).toEqual([])
    expectNoErrors(launched)
  })

  it('sends a hold on a card on file (recurrent-preauthorisation)', async () => {
    const { page, ledger } = await shared()
    await goToOperation(page, text('operation.recurrent-preauthorisation.name'))
    await fill(page, { ...order, 'Card reference id': '1000001' })
    await confirmPayment(page, { review: text('operation.preauth.button'), dialog: text('verb.hold.confirm'), button: 'Hold 10.15 USD' })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.hold.past', { amount: '10.15 USD' }))
    expect(ordered(ledger())).toEqual(['recurrent-preauthorisation'])
  })

  it('sends a transfer from card to card (transfer-v4), with one destination, never two', async () => {
    const { page, userData, ledger } = await shared()
    await goToOperation(page, text('operation.transfer-v4.name'))
    await fill(page, {
      ...order, 'Amount': '20.15', 'Card number': cardNumber, 'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': expiryYear,
      'Destination card number': '5555555555554444', 'Destination card reference id': '1000001',
    })
    await page.getByRole('button', { name: text('operation.transfer-v4.button') }).click()
    const reference = page.getByLabel(label('destinationCardReference'), { exact: true })
    await expect.poll(() => reference.getAttribute('aria-invalid')).toBe('true')
    expect(ordered(ledger())).toEqual([])
    await reference.fill('')
    await confirmPayment(page, { review: text('operation.transfer-v4.button'), dialog: text('verb.transfer.confirm'), button: text('verb.transfer.amount', { amount: '20.15', currency: 'USD' }) })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.transfer.past', { amount: '20.15 USD' }))
    expect(ordered(ledger())).toEqual(['transfer-v4'])
    expect(filesWith(userData, '5555555555554444')).toEqual([])
  })

  it.each([
    [text('operation.payout-v2.name'), 'payout-v2', '10.15'], [text('operation.payout-v4.name'), 'payout-v4', '20.15'],
  ])('sends a %s to an account (%s)', async (name, id, amount) => {
    const { page, userData, ledger } = await shared()
    await goToOperation(page, name)
    await fill(page, { 'Amount': amount, 'Account number': '00998877665544' })
    await confirmPayment(page, { review: text('operation.payout-v2.button'), dialog: text('verb.payout.confirm'), button: text('verb.payout.amount', { amount, currency: 'USD' }) })
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain(text('verb.payout.past', { amount: `${amount} USD` }))
    expect(ordered(ledger())).toEqual([id])
    expect(filesWith(userData, '00998877665544')).toEqual([])
  })

  it('checks whether a card may send money (pan-eligibility-send), and shows the whole reply', async () => {
    const { page } = await shared()
    await goToOperation(page, text('operation.pan-eligibility-send.name'))
    await fill(page, { 'Sending card reference id': '1000001' })
    await waitForProposedId(page)
    await page.getByRole('button', { name: text('operation.pan-eligibility-send.button') }).click()
    await headline(page).waitFor()
    await page.getByText('pan-eligibility-response').first().waitFor()
  })

  it('checks an order with a signature instead of a control (status-v4)', async () => {
    const { page } = await shared()
    await goToOperation(page, text('operation.status-v4.name'))
    await fill(page, { 'Merchant order id': 'first-payment-1', 'Order id': '9007199254740993' })
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await expect.poll(() => headline(page).textContent(), { timeout: 30_000 }).toContain('approved')
  })
})
