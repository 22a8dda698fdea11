import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeReplyField } from '#shared/gateway/fields/reply-fields.ts'
import type { LedgerLine } from '../../electron/sandbox/orders/ledger.ts'
import { chargeByHand, confirmPayment, fill, goToOperation, headline } from './support/console.ts'
import { openPaid } from './support/pay.ts'
import { chooseOther, nextStep, otherActions, transactions } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('refund.test.ts')
const inTime = { timeout: 30_000 }

/** The refunds, voids and captures in the gateway's ledger. */
const followUpOperations = (lines: readonly LedgerLine[]): string[] =>
  lines.filter((line) => line.transaction !== undefined).map((line) => line.operation)

const refund = text('order.action.open', { operation: text('operation.return.name') })
const capture = text('order.action.open', { operation: text('operation.capture.name') })
const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })

/** Opens the form of a refund, fills it and reviews it. */
async function reviewRefund(page: Page, part: string | null): Promise<void> {
  await page.getByRole('button', { name: refund }).click()
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

/** Waits until the payment's headline contains this text. */
async function expectPayment(page: Page, state: string): Promise<void> {
  await expect.poll(() => headline(page).textContent(), inTime).toContain(state)
}

/** Waits until the newest transaction matches. */
async function expectNewest(page: Page, line: RegExp): Promise<void> {
  await expect.poll(() => transactions(page).then(([newest]) => newest), inTime).toMatch(line)
}

/** Expects that neither a button nor the menu offers the action. */
async function expectNotOffered(page: Page, action: string): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: action }).count(), inTime).toBe(0)
  expect(await (await otherActions(page)).getByRole('menuitem', { name: action }).count()).toBe(0)
  await page.keyboard.press('Escape')
}

/** Expects that the action is disabled in the menu and shows the reason. */
async function expectBlocked(page: Page, action: string, why: string): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: action }).count(), inTime).toBe(0)
  const item = (await otherActions(page)).getByRole('menuitem', { name: action, disabled: true })
  expect(await item.textContent()).toContain(why)
  await page.keyboard.press('Escape')
}

/** The next step of a refund whose reply was lost. */
const unknownRefund = (what: string): string => text('order.step.action', { what, state: text('history.state.unknown').toLowerCase() })

/** Checks the status of the unknown refund. The reply does not resolve it, and another refund stays blocked. */
async function checkUnknownRefund(page: Page): Promise<void> {
  await nextStep(page).getByRole('button', { name: text('answer.checkStatus') }).click()
  await page.getByText(text('answer.checked.mismatchesTitle')).first().waitFor()
  await expectBlocked(page, refund, text('order.action.busy'))
}

/** The state of the newest history entry of each operation. */
async function statesOf(page: Page, operations: readonly string[]): Promise<Record<string, string>> {
  const query = { text: '', states: [], operations, profileId: null, before: null, limit: 200 }
  const answer: unknown = await page.evaluate(`gatewayConsole.call['history.search'](${JSON.stringify(query)})`)
  const { value } = answer as { value: { rows: { operation: string; state: string }[] } }
  return Object.fromEntries(value.rows.toReversed().map(({ operation, state }) => [operation, state]))
}

describe.skipIf(skipped)('an approved order', () => {
  it('is refunded in full, once (return), and shows sale and refund together', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await chargeByHand(page)
    await expectPayment(page, text('verb.charge.done'))
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await expect.poll(() => transactions(page), inTime).toEqual([
      expect.stringMatching(/^Refund−10\.15 USD.*Approved.*sent back/), expect.stringMatching(/^Recurrent payment10\.15 USD.*Approved/),
    ])
    await expectPayment(page, text('order.sentence.refunded'))
    await expectNotOffered(page, refund)
    expect(followUpOperations(ledger())).toEqual(['return'])
    expectNoErrors(launched)
  })

  it('is refunded in parts, never above the rest that is recorded here', async () => {
    const { page, ledger } = await shared()
    await openPaid(page, { amount: '20.15' })
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await expectNewest(page, /^Refund−4\.00 USD.*Approved/)
    await reviewRefund(page, '16.16')
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    await form.getByText(text('order.payment.atMost', { amount: '16.15 USD' })).first().waitFor()
    await form.getByLabel(label('amount'), { exact: true }).fill('16.15')
    await form.getByRole('button', { name: text('operation.return.button') }).click()
    await confirmRefund(page, text('verb.refund.amount', { amount: '16.15', currency: 'USD' }))
    await expect.poll(() => followUpOperations(ledger()), inTime).toEqual(['return', 'return'])
    await expectPayment(page, text('order.sentence.refunded'))
  })

  it('with three part refunds shows four transactions, each with its own bank reference', async () => {
    const { page } = await shared()
    await openPaid(page, { amount: '30.15' })
    for (const part of ['4.00', '3.00', '2.00']) {
      await reviewRefund(page, part)
      await confirmRefund(page, text('verb.refund.amount', { amount: part, currency: 'USD' }))
      await expectNewest(page, new RegExp(`^Refund−${part} USD.*Approved`))
    }
    await expectPayment(page, text('order.state.partlyRefunded', { part: '9.00', whole: '30.15 USD' }))
    await expect.poll(() => transactions(page), inTime).toEqual([
      expect.stringMatching(/^Refund−2\.00 USD/), expect.stringMatching(/^Refund−3\.00 USD/),
      expect.stringMatching(/^Refund−4\.00 USD/), expect.stringMatching(/^Recurrent payment30\.15 USD/),
    ])
    for (const name of ['processor-rrn', 'serial-number'] as const) {
      const references = (await transactions(page)).map((line) => line.split(describeReplyField(name).label)[1]?.split(/\s/)[0])
      expect(new Set(references).size, name).toBe(4)
    }
  })

  it('can be refunded again after a declined refund, and the charge stays approved', async () => {
    const { page } = await shared()
    await openPaid(page, { amount: '40.15' })
    await reviewRefund(page, '5.14')
    await confirmRefund(page, text('verb.refund.amount', { amount: '5.14', currency: 'USD' }))
    await expectNewest(page, /^Refund−5\.14 USD.*Declined/)
    await nextStep(page).getByText(text('order.step.failedAgain')).waitFor(inTime)
    await page.getByRole('button', { name: refund }).waitFor(inTime)
    expect(await statesOf(page, ['recurrent-payment', 'return'])).toEqual({ 'recurrent-payment': 'approved', 'return': 'declined' })
  })

  it('keeps a full refund without a reply unknown: another desk’s part refund gives the same status', async () => {
    const { page, ledger } = await shared()
    await openPaid(page, { cardReference: '1000204' })
    await reviewRefund(page, null)
    await confirmRefund(page, text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
    await nextStep(page).getByText(unknownRefund(text('operation.return.name'))).waitFor(inTime)
    await expectNewest(page, /^Refund−10\.15 USD.*unknown/i)
    await expectPayment(page, '•••• 0204')
    await checkUnknownRefund(page)
    expect(followUpOperations(ledger())).toEqual(['return'])
    await chooseOther(page, text('order.step.openOutcomes'))
    await page.waitForURL(/#\/open-outcomes\?entry=/)
  })

  it('keeps a part refund without a reply unknown, as a status does not report parts', async () => {
    const { page, ledger } = await shared()
    await openPaid(page, { cardReference: '1000204', amount: '20.15' })
    await reviewRefund(page, '4.00')
    await confirmRefund(page, text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
    await nextStep(page).getByText(unknownRefund(text('order.happened.request', { operation: text('operation.return.name'), amount: '4.00 USD' }))).waitFor(inTime)
    await checkUnknownRefund(page)
    expect(followUpOperations(ledger())).toEqual(['return'])
  })

  it('is voided in full (void)', async () => {
    const { page, ledger } = await shared()
    await openPaid(page, { amount: '50.15' })
    await chooseOther(page, text('order.action.open', { operation: text('operation.void.name') }))
    await confirmPayment(page, { review: text('operation.void.button'), dialog: text('verb.void.confirm'), button: text('verb.void.whole', { amount: '50.15', currency: 'USD' }) })
    await expect.poll(() => followUpOperations(ledger()), inTime).toEqual(['void'])
    await expectNewest(page, new RegExp(`^${text('operation.void.name')}.*Approved`))
    await expectPayment(page, text('order.sentence.voided'))
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
    await expectPayment(page, text('verb.hold.done'))
  }

  it('is captured (capture) and can then neither be captured nor released', async () => {
    const { page, ledger } = await shared()
    await hold(page, '10.15')
    expect(await (await otherActions(page)).getByRole('menuitem', { name: release, disabled: false }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await nextStep(page).getByRole('button', { name: capture }).click()
    await confirmPayment(page, { review: text('operation.capture.button'), dialog: text('verb.capture.confirm'), button: text('verb.capture.whole', { amount: '10.15', currency: 'USD' }) })
    await expectNewest(page, /^Capture.*Approved/)
    expect(followUpOperations(ledger())).toEqual(['capture'])
    await expectPayment(page, text('verb.capture.done'))
    await expectNotOffered(page, capture)
    await expectNotOffered(page, release)
  })

  it('is released in full, under that name, and offers no refund', async () => {
    const { page, ledger } = await shared()
    await hold(page, '20.15')
    await expectNotOffered(page, refund)
    await chooseOther(page, release)
    const form = page.getByRole('dialog', { name: text('operation.return-of-hold.name') })
    await form.getByLabel(label('comment'), { exact: true }).fill('order cancelled')
    await form.getByRole('button', { name: text('operation.return-of-hold.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.release.confirm') })
    await dialog.getByRole('button', { name: text('verb.release.whole', { amount: '20.15', currency: 'USD' }), exact: true }).click()
    await expectNewest(page, new RegExp(`^${text('operation.return-of-hold.name')}.*Approved`))
    await expectPayment(page, text('order.sentence.released'))
    expect(followUpOperations(ledger())).toEqual(['return'])
  })
})
