import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ledgerFile, readLedger } from '../../electron/sandbox/ledger.ts'
import { chargeByHand, confirmPayment, fill, goToOperation, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { freshFolder } from './support/launch.ts'
import { label, text } from '../texts.ts'

const { skipped, open } = specs('refund.test.ts')
const resolved = { timeout: 30_000 }

/** Refunds, voids and captures that reached the gateway, as its own ledger has them. */
const takenBack = (userData: string): string[] =>
  readLedger(ledgerFile(join(userData, 'sandbox'))).filter((line) => line.transaction !== undefined).map((line) => line.operation)

/** From the result of an approved order to its own page, with its actions known. */
async function openOrder(page: Page): Promise<void> {
  await expect.poll(() => headline(page).textContent(), resolved).toContain('approved')
  await page.getByRole('link', { name: text('answer.openOrder') }).click()
  await page.getByRole('heading', { name: /^Order/, level: 1 }).waitFor()
}

/** Opens the form of a refund, fills it and reviews it. */
async function reviewRefund(page: Page, part: string | null): Promise<void> {
  await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).click()
  const form = page.getByRole('dialog', { name: text('operation.return.name') })
  if (part !== null) {
    await form.getByRole('radio', { name: text('order.payment.part') }).check()
    await form.getByLabel(label('amount'), { exact: true }).fill(part)
  }
  await form.getByLabel(label('comment'), { exact: true }).fill('sent back')
  await form.getByRole('button', { name: text('operation.return.button') }).click()
}

async function confirmRefund(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: text('verb.refund.confirm') })
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const refundHeadline = (page: Page) => expect.poll(() => headline(page).textContent(), resolved)

/** How the newest entry of each operation stands in the history. */
async function statesOf(page: Page, operations: readonly string[]): Promise<Record<string, string>> {
  const query = { text: '', states: [], operations, profileId: null, before: null, limit: 200 }
  const answer: unknown = await page.evaluate(`gatewayConsole.call['history.search'](${JSON.stringify(query)})`)
  const { value } = answer as { value: { rows: { operation: string; state: string }[] } }
  return Object.fromEntries(value.rows.toReversed().map(({ operation, state }) => [operation, state]))
}

describe.skipIf(skipped)('an approved order', () => {
  it('is refunded as a whole, once (return), and shows sale and refund together', async () => {
    const userData = freshFolder()
    const console = await open({ userData })
    const { page } = console
    await chargeByHand(page)
    await openOrder(page)
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.approved', { type: 'Refund' }))
    const happened = page.getByRole('region', { name: text('order.happened.title') })
    for (const what of [/Refund/, /Recurrent payment of 10.15 USD/]) await happened.getByText(what).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(userData)).toEqual(['return'])
    expectNoErrors(console)
  })

  it('is refunded in parts, never above what is known here', async () => {
    const userData = freshFolder()
    const { page } = await open({ userData })
    await chargeByHand(page)
    await openOrder(page)
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.approved', { type: 'Refund' }))
    await reviewRefund(page, '6.16')
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    await form.getByText(text('payment.obstacle.above-amount')).first().waitFor()
    await form.getByLabel(label('amount'), { exact: true }).fill('6.15')
    await form.getByRole('button', { name: text('operation.return.button') }).click()
    await confirmRefund(page, text('verb.refund.amount', { amount: '6.15', currency: 'USD' }))
    await expect.poll(() => takenBack(userData), resolved).toEqual(['return', 'return'])
  })

  it('whose refund was declined can be refunded again, and the charge stays approved', async () => {
    const { page } = await open()
    await chargeByHand(page)
    await openOrder(page)
    await reviewRefund(page, '5.14')
    await confirmRefund(page, text('verb.refund.amount', { amount: '5.14', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.declined', { type: 'Refund' }))
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isEnabled(), resolved).toBe(true)
    expect(await statesOf(page, ['recurrent-payment', 'return'])).toEqual({ 'recurrent-payment': 'approved', 'return': 'declined' })
  })

  it('whose whole refund lost its answer stays unknown and blocks: a part of another desk would be told the same', async () => {
    const userData = freshFolder()
    const { page } = await open({ userData })
    await chargeByHand(page, { 'Card reference id': '1000204' })
    await openOrder(page)
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await refundHeadline(page).toContain('Result unknown')
    await page.getByRole('button', { name: text('answer.checkStatus') }).first().click()
    await page.getByText(text('answer.checked.mismatchesTitle')).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(userData)).toEqual(['return'])
  })

  it('whose part refund lost its answer stays unknown: a status does not tell parts, and nothing more is sent', async () => {
    const userData = freshFolder()
    const { page } = await open({ userData })
    await chargeByHand(page, { 'Card reference id': '1000204' })
    await openOrder(page)
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await refundHeadline(page).toContain('Result unknown')
    await page.getByRole('button', { name: text('answer.checkStatus') }).first().click()
    await page.getByText(text('answer.checked.mismatchesTitle')).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(userData)).toEqual(['return'])
  })

  it('is voided as a whole (void)', async () => {
    const userData = freshFolder()
    const { page } = await open({ userData })
    await chargeByHand(page)
    await openOrder(page)
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.void.name') }) }).click()
    await confirmPayment(page, { review: text('operation.void.button'), dialog: text('verb.void.confirm'), button: text('verb.void.whole', { amount: '10.15', currency: 'USD' }) })
    await expect.poll(() => takenBack(userData), resolved).toEqual(['void'])
  })
})

describe.skipIf(skipped)('a hold with a typed card (preauth)', () => {
  it('is captured (capture) and then no longer cancelled as a hold', async () => {
    const userData = freshFolder()
    const { page } = await open({ userData })
    await goToOperation(page, text('operation.preauth.name'))
    await fill(page, {
      'Amount': '10.15', 'Customer IP address': '203.0.113.9', 'Order description': 'Test order', 'Card number': '4000000000001000',
      'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': String((new Date().getFullYear() + 2) % 100),
    })
    await confirmPayment(page, { review: text('operation.preauth.button'), dialog: text('verb.hold.confirm'), button: 'Hold 10.15 USD' })
    await openOrder(page)
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.capture.name') }) }).click()
    await confirmPayment(page, { review: text('operation.capture.button'), dialog: text('verb.capture.confirm'), button: text('verb.capture.whole', { amount: '10.15', currency: 'USD' }) })
    await expect.poll(() => headline(page).textContent(), resolved).toBe(text('answer.status.approved', { type: 'Capture' }))
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.capture.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(userData)).toEqual(['capture'])
  })
})
