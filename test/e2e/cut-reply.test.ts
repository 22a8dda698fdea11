// A reply that was cut until it reads like a refusal proves nothing: tested through the window.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../node/gateway/servers.ts'
import { chargeByHand, fillCharge, go, headline } from './support/console.ts'
import { addProfile, closeGateways, ownGateway, type OwnGateway } from './support/own-gateway.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, shared } = specs('cut-reply.test.ts')

afterEach(closeGateways)

const refusal = 'type=validation-error\n&serial-number=1-2\n&error-message=Try+again\n&error-code=9\n'
const withLength = (length: number, body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${body}`

/** Starts a relay to the gateway; returns its address. Charges are answered with `cut`, status queries are dropped. */
async function relay({ baseUrl }: OwnGateway, cut: string): Promise<string> {
  const server = await startServer((socket, { head, body }) => {
    const [, path = ''] = head.split(' ')
    if (path.includes('/status/')) return void socket.destroy()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    void fetch(`${baseUrl}${path}`, { method: 'POST', headers, body }).then(async (answer) => {
      const reply = await answer.text()
      socket.end(path.includes('/make-rebill-sale/') ? cut : withLength(reply.length, reply))
    })
  })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

async function reviewAgain(page: Page): Promise<void> {
  await go(page, 'cardLookup')
  await go(page, 'recurrentPayment')
  await fillCharge(page)
  await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
}

describe.skipIf(skipped)('attack: a charge is carried out, but its reply is cut to read like a refusal', () => {
  it.each([
    ['cut by a wrong length before its code', 'Shop', withLength(refusal.indexOf('&error-code'), refusal)],
    ['without a length', 'Store', `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${refusal}`],
  ])('%s: the result is unknown, and a repeat requires a reason', async (_name, profile, cut) => {
    const gateway = await ownGateway()
    const launched = await shared()
    const { page } = launched
    await addProfile(page, profile, await relay(gateway, cut))
    await chargeByHand(page)
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.maybe', { amount: '10.15 USD' }))
    await reviewAgain(page)
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    await dialog.getByText('Its outcome is open: money may have moved.', { exact: false }).waitFor()
    expect(await dialog.getByRole('button', { name: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) }).isDisabled()).toBe(true)
    expect(gateway.carriedOut()).toEqual(['recurrent-payment'])
    expectNoErrors(launched)
  })
})
