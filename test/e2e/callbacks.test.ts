import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { confirmPayment, fillCharge, go, headline } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('callbacks.test.ts')
const inTime = { timeout: 30_000 }
const servers: { close(): void }[] = []
afterEach(() => { for (const server of servers.splice(0)) server.close() })

/** Starts an integrator's callback receiver, which records the path of each callback. */
async function receiver(): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(request.url ?? '')
    response.end('OK')
  })
  server.listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, received }
}

/** Charges with a callback address and returns the callback URL that the built-in gateway requested. */
async function callbackOfCharge(page: Page, amount: string): Promise<string> {
  const { url, received } = await receiver()
  await go(page, 'recurrentPayment')
  await fillCharge(page, { 'Amount': amount })
  await page.getByRole('button', { name: /more fields/ }).click()
  await page.getByLabel(label('serverCallbackUrl'), { exact: true }).fill(url)
  await confirmPayment(page, { review: text('operation.recurrent-payment.button'), dialog: text('verb.charge.confirm'), button: text('verb.charge.amount', { amount, currency: 'USD' }) })
  await expect.poll(() => headline(page).textContent(), inTime).toContain(text('verb.charge.past', { amount: `${amount} USD` }))
  await expect.poll(() => received.length, inTime).toBe(1)
  return new URL(received[0] ?? '', url).href
}

async function check(page: Page, pasted: string): Promise<void> {
  await go(page, 'callbacks')
  await page.getByRole('textbox', { name: text('callbacks.text') }).fill(pasted)
  await page.getByRole('button', { name: text('callbacks.check'), exact: true }).click()
}

describe.skipIf(skipped)('the check of a callback', () => {
  it('accepts one that agrees with the history, and rejects the control of a changed one', async () => {
    const launched = await shared()
    const { page } = launched
    const callback = await callbackOfCharge(page, '10.15')
    await check(page, callback)
    await page.getByText(text('callbacks.verdict.right')).waitFor(inTime)
    await page.getByText(text('callbacks.order.agrees')).waitFor()
    await page.getByText(text('callbacks.covers.doesNot')).waitFor()
    await page.getByRole('textbox', { name: text('callbacks.text') }).fill(callback.replace('status=approved', 'status=declined'))
    await page.getByRole('button', { name: text('callbacks.check'), exact: true }).click()
    await page.getByText(/^The control is wrong/).waitFor(inTime)
    expectNoErrors(launched)
  })

  it('shows a changed amount as a difference from the history, although the control does not cover it', async () => {
    const { page } = await shared()
    const callback = await callbackOfCharge(page, '20.15')
    await check(page, `127.0.0.1 - - "GET ${new URL(callback.replace('amount=20.15', 'amount=99.00')).pathname}`
      + `${new URL(callback.replace('amount=20.15', 'amount=99.00')).search} HTTP/1.1" 200 2`)
    await page.getByText(/^The control is right/).waitFor(inTime)
    await page.getByText(text('callbacks.order.differs')).waitFor()
    await page.getByRole('cell', { name: '99.00' }).first().waitFor()
  })

  it('does not accept a redirect of the browser as a result', async () => {
    const { page } = await shared()
    await check(page, 'status=approved&orderid=1&client_orderid=order-1&control=0123456789012345678901234567890123456789')
    await page.getByText(text('callbacks.redirect.title')).waitFor(inTime)
  })
})
