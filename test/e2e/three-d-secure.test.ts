import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '../../electron/sandbox/orders/ledger.ts'
import { confirmPayment, fill, goToOperation } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { expectNoIssuerWindow, issuerPage, pressLast } from './support/issuer-page.ts'
import type { Launched } from './support/launch.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared } = specs('three-d-secure.test.ts')
const inTime = { timeout: 30_000 }

/** Test card numbers of the built-in gateway, by their course of 3-D Secure. */
const cards = {
  frictionless: '4000000000002107', challenge: '4000000000002206', challengeFails: '4000000000002305',
  version1: '4000000000001109', version1Fails: '4000000000001208',
}

/**
 * Charges a card that requires authentication; the order's page opens with its 3-D Secure steps. Each test needs its
 * own amount: for typed cards, the amount alone makes a possible duplicate.
 */
async function saleToAuthenticate(page: Page, cardNumber: string, amount: string): Promise<void> {
  await goToOperation(page, text('operation.sale.name'))
  await fill(page, {
    'Amount': amount, 'Customer IP address': '203.0.113.9', 'Order description': 'Test order', 'Card number': cardNumber,
    'Name on the card': 'TEST CARDHOLDER', 'Expiry month': '12', 'Expiry year': String((new Date().getFullYear() + 2) % 100),
  })
  await confirmPayment(page, { review: text('operation.sale.button'), dialog: text('verb.charge.confirm'), button: text('verb.charge.amount', { amount, currency: 'USD' }) })
  await page.getByRole('heading', { name: text('threeDSecure.title'), level: 2 }).waitFor()
}

async function step(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click(inTime)
}

/** Answers in the issuer's window, as the cardholder does. */
async function answer({ app }: Launched, button: 'Confirm' | 'Refuse'): Promise<void> {
  const issuer = await issuerPage(app)
  await pressLast(issuer.getByRole('button', { name: button }))
  await expectNoIssuerWindow(app)
}

const paid = text('verb.charge.done')
const declined = text('history.state.declined')
const orderStatus = (page: Page) => expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), inTime)
const uploadsIn = (lines: readonly LedgerLine[]): string[] =>
  lines.map(({ operation }) => operation).filter((id) => id.startsWith('upload-'))

describe.skipIf(skipped)('a 3-D Secure order in the issuer’s windows', () => {
  it('without a challenge uploads the method result (upload-method-url-result), and is approved', async () => {
    const launched = await shared()
    const { page, app } = launched
    await saleToAuthenticate(page, cards.frictionless, '10.15')
    await step(page, text('threeDSecure.next.method.action'))
    await orderStatus(page).toContain(paid)
    await expectNoIssuerWindow(app)
    expect(uploadsIn(launched.ledger())).toEqual(['upload-method-url-result'])
    expectNoErrors(launched)
  })

  it('with a passed challenge (upload-cres-result) is approved', async () => {
    const launched = await shared()
    await saleToAuthenticate(launched.page, cards.challenge, '20.15')
    await step(launched.page, text('threeDSecure.next.method.action'))
    await step(launched.page, text('threeDSecure.next.challenge.action'))
    await answer(launched, 'Confirm')
    await orderStatus(launched.page).toContain(paid)
    expect(uploadsIn(launched.ledger())).toEqual(['upload-method-url-result', 'upload-cres-result'])
  })

  it('with a failed challenge is declined and moves no money', async () => {
    const launched = await shared()
    await saleToAuthenticate(launched.page, cards.challengeFails, '30.15')
    await step(launched.page, text('threeDSecure.next.method.action'))
    await step(launched.page, text('threeDSecure.next.challenge.action'))
    await answer(launched, 'Confirm')
    await orderStatus(launched.page).toContain(declined)
    await launched.page.getByRole('main').getByText(text('order.sentence.noMoney')).waitFor()
  })

  it.each([
    ['passed', cards.version1, '40.15', paid], ['failed', cards.version1Fails, '70.15', declined],
  ] as const)('of version 1 ends as expected when authentication has %s (upload-pares-result)', async (_how, card, amount, status) => {
    const launched = await shared()
    await saleToAuthenticate(launched.page, card, amount)
    await step(launched.page, text('threeDSecure.next.authentication.action'))
    await answer(launched, 'Confirm')
    await orderStatus(launched.page).toContain(status)
    expect(uploadsIn(launched.ledger())).toEqual(['upload-pares-result'])
  })

  it('whose window is closed before the answer uploads nothing, and the step can be repeated', async () => {
    const launched = await shared()
    const { page, app } = launched
    await saleToAuthenticate(page, cards.version1, '50.15')
    await step(page, text('threeDSecure.next.authentication.action'))
    await issuerPage(app)
    await step(page, text('threeDSecure.closeWindow'))
    await expectNoIssuerWindow(app)
    await page.getByText(text('threeDSecure.end.closed')).waitFor()
    expect(uploadsIn(launched.ledger())).toEqual([])
    await step(page, text('threeDSecure.next.authentication.action'))
    await answer(launched, 'Confirm')
    await orderStatus(page).toContain(paid)
  })
})

describe.skipIf(skipped)('a 3-D Secure order by hand', () => {
  it('continues with a completion that was obtained elsewhere, and refuses an invalid challenge response', async () => {
    const { page, ledger } = await shared()
    await saleToAuthenticate(page, cards.challenge, '60.15')
    await page.getByRole('button', { name: textPattern('threeDSecure.byHand.title') }).click()
    await page.getByLabel(label('methodCompletion'), { exact: true }).selectOption('U')
    await step(page, text('threeDSecure.byHand.send'))
    await page.getByText(text('threeDSecure.next.challenge.title')).waitFor(inTime)
    await page.getByLabel(label('challengeResponse'), { exact: true }).fill('bm90IGFuIGFuc3dlcg')
    await step(page, text('threeDSecure.byHand.send'))
    await page.getByText(text('threeDSecure.uploaded.refused')).waitFor(inTime)
    expect(uploadsIn(ledger())).toEqual(['upload-method-url-result', 'upload-cres-result'])
  })
})
