import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeReplyField } from '#shared/gateway/reply-fields.ts'
import type { LedgerLine } from '../../electron/sandbox/ledger.ts'
import { chargeByHand, confirmPayment, fill, goToOperation, headline } from './support/console.ts'
import { openPaidOrder } from './support/pay.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('refund.test.ts')
const resolved = { timeout: 30_000 }

/** Refunds, voids and captures that reached the gateway, as its own ledger has them. */
const takenBack = (lines: readonly LedgerLine[]): string[] =>
  lines.filter((line) => line.transaction !== undefined).map((line) => line.operation)

/** From the result of an approved order to its own page, with its actions known. */
async function openOrder(page: Page): Promise<void> {
  await expect.poll(() => headline(page).textContent(), resolved).toContain('approved')
  await page.getByRole('link', { name: text('answer.openOrder') }).click()
  await page.waitForURL(/#\/order\?/)
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

/** The lines of the order's transactions, newest first. */
async function transactions(page: Page): Promise<string[]> {
  const lines = await page.getByRole('region', { name: text('order.transaction.title') }).locator('ol > li').allTextContents()
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

/** Waits until the order is said to stand so. */
async function orderIs(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.locator('h1').textContent(), resolved).toContain(state)
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
    const launched = await shared()
    const { page, ledger } = launched
    await chargeByHand(page)
    await openOrder(page)
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.approved', { type: 'Refund' }))
    await expect.poll(() => transactions(page), resolved).toEqual([
      expect.stringMatching(/^Refund−10\.15 USD.*Approved.*sent back/), expect.stringMatching(/^Recurrent payment10\.15 USD.*Approved/),
    ])
    await orderIs(page, text('verb.refund.done'))
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(ledger())).toEqual(['return'])
    expectNoErrors(launched)
  })

  it('is refunded in parts, never above what is known here', async () => {
    const { page, ledger } = await shared()
    await openPaidOrder(page, { amount: '20.15' })
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.approved', { type: 'Refund' }))
    await reviewRefund(page, '16.16')
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    await form.getByText(text('order.payment.atMost', { amount: '16.15 USD' })).first().waitFor()
    await form.getByLabel(label('amount'), { exact: true }).fill('16.15')
    await form.getByRole('button', { name: text('operation.return.button') }).click()
    await confirmRefund(page, text('verb.refund.amount', { amount: '16.15', currency: 'USD' }))
    await expect.poll(() => takenBack(ledger()), resolved).toEqual(['return', 'return'])
    await orderIs(page, text('verb.refund.done'))
  })

  it('and three part refunds are four transactions, each with its own bank reference, and one sentence', async () => {
    const { page } = await shared()
    await openPaidOrder(page, { amount: '30.15' })
    for (const part of ['4.00', '3.00', '2.00']) {
      await reviewRefund(page, part)
      await confirmRefund(page, text('verb.refund.amount', { amount: part, currency: 'USD' }))
      await refundHeadline(page).toBe(text('answer.status.approved', { type: 'Refund' }))
      await page.getByRole('button', { name: text('verb.refund.again') }).click()
    }
    await orderIs(page, text('order.state.partlyRefunded', { part: '9.00', whole: '30.15 USD' }))
    await expect.poll(() => transactions(page), resolved).toEqual([
      expect.stringMatching(/^Refund−2\.00 USD/), expect.stringMatching(/^Refund−3\.00 USD/),
      expect.stringMatching(/^Refund−4\.00 USD/), expect.stringMatching(/^Recurrent payment30\.15 USD/),
    ])
    for (const name of ['processor-rrn', 'serial-number'] as const) {
      const references = (await transactions(page)).map((line) => line.split(describeReplyField(name).label)[1]?.split(/\s/)[0])
      expect(new Set(references).size, name).toBe(4)
    }
  })

  it('whose refund was declined can be refunded again, and the charge stays approved', async () => {
    const { page } = await shared()
    await openPaidOrder(page, { amount: '40.15' })
    await reviewRefund(page, '5.14')
    await confirmRefund(page, text('verb.refund.amount', { amount: '5.14', currency: 'USD' }))
    await refundHeadline(page).toBe(text('answer.status.declined', { type: 'Refund' }))
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isEnabled(), resolved).toBe(true)
    expect(await statesOf(page, ['recurrent-payment', 'return'])).toEqual({ 'recurrent-payment': 'approved', 'return': 'declined' })
  })

  it('whose whole refund lost its answer stays unknown and blocks: a part of another desk would be told the same', async () => {
    const { page, ledger } = await shared()
    await openPaidOrder(page, { cardReference: '1000204' })
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await refundHeadline(page).toContain('Result unknown')
    const head = page.locator('.panel', { has: page.locator('[data-result-heading]') })
    for (const part of ['10.15 USD', '•••• 0204', label('merchantOrderId')]) await head.getByText(part).first().waitFor()
    await head.getByText(/Next check at|Checking now/).waitFor(resolved)
    const listed = head.getByRole('link', { name: text('payment.result.openOutcome') })
    expect(await listed.getAttribute('href')).toContain('/open-outcomes?entry=')
    await page.getByRole('button', { name: text('answer.checkStatus') }).first().click()
    await page.getByText(text('answer.checked.mismatchesTitle')).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(ledger())).toEqual(['return'])
  })

  it('whose part refund lost its answer stays unknown: a status does not tell parts, and nothing more is sent', async () => {
    const { page, ledger } = await shared()
    await openPaidOrder(page, { cardReference: '1000204', amount: '20.15' })
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await refundHeadline(page).toContain('Result unknown')
    await page.getByRole('button', { name: text('answer.checkStatus') }).first().click()
    await page.getByText(text('answer.checked.mismatchesTitle')).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.return.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(ledger())).toEqual(['return'])
  })

  it('is voided as a whole (void)', async () => {
    const { page, ledger } = await shared()
    await openPaidOrder(page, { amount: '50.15' })
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.void.name') }) }).click()
    await confirmPayment(page, { review: text('operation.void.button'), dialog: text('verb.void.confirm'), button: text('verb.void.whole', { amount: '50.15', currency: 'USD' }) })
    await expect.poll(() => takenBack(ledger()), resolved).toEqual(['void'])
    await refundHeadline(page).toBe(text('answer.status.approved', { type: text('operation.void.name') }))
    await orderIs(page, text('verb.void.done'))
  })
})

describe.skipIf(skipped)('a hold with a typed card (preauth)', () => {
  const hold = async (page: Page, amount: string): Promise<void> => {
    await goToOperation(page, text('operation.preauth.name'))
    await fill(page, {
      'Amount': amount, 'Customer IP address': '203.0.113.9', 'Order description': 'Test order', 'Card number': '4000000000001000',
      'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': String((new Date().getFullYear() + 2) % 100),
    })
    await confirmPayment(page, { review: text('operation.preauth.button'), dialog: text('verb.hold.confirm'), button: `Hold ${amount} USD` })
    await openOrder(page)
    await orderIs(page, text('verb.hold.done'))
  }
  const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })

  it('is captured (capture), says so, and is no longer cancelled as a hold', async () => {
    const { page, ledger } = await shared()
    await hold(page, '10.15')
    await page.getByRole('button', { name: release }).waitFor()
    await page.getByRole('button', { name: text('order.action.open', { operation: text('operation.capture.name') }) }).click()
    await confirmPayment(page, { review: text('operation.capture.button'), dialog: text('verb.capture.confirm'), button: text('verb.capture.whole', { amount: '10.15', currency: 'USD' }) })
    await expect.poll(() => headline(page).textContent(), resolved).toBe(text('answer.status.approved', { type: 'Capture' }))
    await expect.poll(() => page.getByRole('button', { name: text('order.action.open', { operation: text('operation.capture.name') }) }).isDisabled(), resolved).toBe(true)
    expect(takenBack(ledger())).toEqual(['capture'])
    await orderIs(page, text('verb.capture.done'))
    await page.getByText(text('payment.obstacle.already-captured')).waitFor()
    await expect.poll(() => page.getByRole('button', { name: release }).count()).toBe(0)
  })

  it('is released as a whole, by that name, and never refunded', async () => {
    const { page, ledger } = await shared()
    await hold(page, '20.15')
    const refundOfIt = text('order.action.open', { operation: text('operation.return.name') })
    expect(await page.getByRole('button', { name: refundOfIt }).count()).toBe(0)
    await page.getByRole('button', { name: release }).click()
    const form = page.getByRole('dialog', { name: text('operation.return-of-hold.name') })
    await form.getByLabel(label('comment'), { exact: true }).fill('order cancelled')
    await form.getByRole('button', { name: text('operation.return-of-hold.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.release.confirm') })
    await dialog.getByRole('button', { name: text('verb.release.whole', { amount: '20.15', currency: 'USD' }), exact: true }).click()
    await refundHeadline(page).toBe(text('answer.status.approved', { type: text('operation.return-of-hold.name') }))
    await orderIs(page, text('verb.release.done'))
    expect(takenBack(ledger())).toEqual(['return'])
  })
})
