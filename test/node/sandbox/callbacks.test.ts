import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { mostRepeats, pauseBefore } from '../../../electron/sandbox/callbacks/callbacks.ts'
import { loopbackUrl } from '../../../electron/sandbox/http/loopback.ts'
import { authenticateByHand } from './browser.ts'
import { call, charge, later, orderIdOf, sale, statusOf, testCards } from './calls.ts'
import { sha1 } from './wire.ts'
import { onTestEnd, sandbox, secret, type TestSandbox } from './with-sandbox.ts'

interface Receiver {
  readonly url: string
  /** The received queries, in order. */
  readonly got: URLSearchParams[]
  /** Waits until this many have arrived. */
  until(count: number): Promise<void>
}

/** A merchant's server that replies with these statuses in turn, then always with the last one. */
async function receiver(...statuses: number[]): Promise<Receiver> {
  const got: URLSearchParams[] = []
  const server = createServer((request, response) => {
    got.push(new URL(request.url ?? '', 'http://localhost').searchParams)
    response.writeHead(statuses[Math.min(got.length, statuses.length) - 1] ?? 200).end(() => server.emit('got'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestEnd(() => { server.close() })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    got, url: `http://127.0.0.1:${port}/callback?shop=7`,
    async until(count) {
      while (got.length < count) await once(server, 'got')
    },
  }
}

const controlOf = (notified: URLSearchParams | undefined) =>
  sha1(notified?.get('status') ?? '', notified?.get('orderid') ?? '', notified?.get('client_orderid') ?? '', secret)

/** Waits until the ledger has this many accepted callbacks. */
async function taken(at: TestSandbox, count = 1): Promise<void> {
  while (readFileSync(at.ledgerPath, 'utf8').split('"taken":true').length - 1 < count) await statusOf(at, 'order-1')
}

describe('a server callback', () => {
  it('has the result once it is final, with all mandatory fields and a correct control', async () => {
    const shop = await receiver(200)
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(at, charge({ server_callback_url: shop.url, merchant_data: 'basket & 7' }))
    at.pass(999)
    expect(shop.got).toEqual([])
    at.pass(1)
    await shop.until(1)
    const notified = shop.got[0]
    expect(Object.fromEntries(notified ?? [])).toMatchObject({
      shop: '7', status: 'approved', merchant_order: 'order-1', client_orderid: 'order-1', orderid, type: 'sale', amount: '10.15',
      merchantdata: 'basket & 7', 'last-four-digits': '0001', bin: '400000', 'card-type': 'VISA', name: 'ALICE APPROVED',
      control: controlOf(notified),
    })
    const known = await statusOf(at, 'order-1')
    expect(notified?.get('processor-rrn')).toBe(known['processor-rrn'])
    expect(notified?.get('approval-code')).toBe(known['approval-code'])
  })

  it('has a refusal and its reason', async () => {
    const shop = await receiver(200)
    const at = await sandbox()
    await call(at, sale({ server_callback_url: shop.url, cvv2: '116' }))
    await shop.until(1)
    expect(Object.fromEntries(shop.got[0] ?? [])).toMatchObject({
      status: 'declined', error_code: '116', error_message: expect.stringContaining('funds'), email: 'carla@example.com',
    })
    expect(shop.got[0]?.has('approval-code')).toBe(false)
  })

  it('is repeated with growing pauses until it is accepted, and then no more', async () => {
    const shop = await receiver(500, 302, 200)
    const at = await sandbox()
    await call(at, charge({ server_callback_url: shop.url }))
    await shop.until(1)
    // The reply is still on its way: it has been received once the next request was answered.
    const passUntil = async (count: number) => {
      while (shop.got.length < count) {
        await statusOf(at, 'order-1')
        at.pass(pauseBefore(count - 1))
      }
    }
    await passUntil(2)
    await passUntil(3)
    expect(shop.got.map((notified) => notified.get('control'))).toEqual(Array.from({ length: 3 }, () => controlOf(shop.got[0])))
    for (let more = 0; more < 5; more += 1) {
      await statusOf(at, 'order-1')
      at.pass(100_000)
    }
    expect(shop.got).toHaveLength(3)
  })

  it('is repeated thirty times at most, in pauses of a minute at most', () => {
    expect(mostRepeats).toBe(30)
    expect([1, 2, 3, 30].map(pauseBefore)).toEqual([1_000, 2_000, 4_000, 60_000])
  })

  it('that is never accepted is given up after the last repeat, also after the next start', async () => {
    const shop = await receiver(500)
    const at = await sandbox()
    await call(at, charge({ server_callback_url: shop.url }))
    while (!readFileSync(at.ledgerPath, 'utf8').includes('"taken":false')) {
      await statusOf(at, 'order-1')
      at.pass(60_000)
    }
    expect(shop.got).toHaveLength(1 + mostRepeats)
    await at.close()
    const again = await sandbox({ ledgerPath: at.ledgerPath })
    await call(again, charge({ server_callback_url: shop.url, client_orderid: 'order-2' }))
    await shop.until(2 + mostRepeats)
    expect(shop.got.at(-1)?.get('client_orderid')).toBe('order-2')
  })

  it('is sent for a refund too, and names it', async () => {
    const shop = await receiver(200)
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ server_callback_url: shop.url }))
    await shop.until(1)
    await call(at, later('return', orderid, { amount: '4.00', currency: 'USD', comment: 'damaged' }))
    await shop.until(2)
    expect(Object.fromEntries(shop.got[1] ?? [])).toMatchObject({
      status: 'approved', type: 'reversal', amount: '4.00', orderid, comment: 'damaged', control: controlOf(shop.got[1]),
    })
  })

  it('is sent when the cardholder has authenticated, not before', async () => {
    const shop = await receiver(200)
    const at = await sandbox()
    await call(at, sale({ server_callback_url: shop.url, credit_card_number: testCards.challenge }))
    const page = (await statusOf(at, 'order-1'))['redirect-to'] ?? ''
    expect(shop.got).toEqual([])
    await authenticateByHand(page, 'confirm')
    await shop.until(1)
    expect(shop.got[0]?.get('status')).toBe('approved')
  })

  it('is sent after the next start for an order that became final in the meantime, once, and not again for an accepted one', async () => {
    const shop = await receiver(200)
    const first = await sandbox({ processingMs: 1_000 })
    await call(first, charge({ server_callback_url: shop.url }))
    first.pass(1_000)
    await shop.until(1)
    await taken(first)
    const orderid = await orderIdOf(first, charge({ server_callback_url: shop.url, client_orderid: 'order-2' }))
    await first.close()
    const aDayLater = () => Date.UTC(2026, 10, 21, 9, 41, 7)
    const second = await sandbox({ ledgerPath: first.ledgerPath, now: aDayLater })
    await shop.until(2)
    await taken(second, 2)
    expect(Object.fromEntries(shop.got[1] ?? [])).toMatchObject({ orderid, status: 'approved', control: controlOf(shop.got[1]) })
    await second.close()
    const third = await sandbox({ ledgerPath: first.ledgerPath, now: aDayLater })
    await call(third, charge({ server_callback_url: shop.url, client_orderid: 'order-3' }))
    await shop.until(3)
    expect(shop.got.map((notified) => notified.get('client_orderid'))).toEqual(['order-1', 'order-2', 'order-3'])
  })

  it('is sent after the next start for an order that is not final then, and for a refund', async () => {
    const shop = await receiver(200)
    const first = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(first, charge({ server_callback_url: shop.url }))
    first.pass(1_000)
    await shop.until(1)
    await taken(first)
    await call(first, later('return', orderid))
    await first.close()
    const moments = [Date.UTC(2026, 10, 20, 9, 41, 8)]
    const second = await sandbox({ ledgerPath: first.ledgerPath, now: () => moments[0]! })
    expect(await statusOf(second, 'order-1')).toMatchObject({ 'transaction-type': 'reversal', status: 'processing' })
    expect(shop.got).toHaveLength(1)
    moments[0]! += 5_000
    second.pass(5_000)
    await shop.until(2)
    expect(shop.got[1]?.get('type')).toBe('reversal')
  })

  it('that was not accepted is sent again after the next start, but not after 14 days', async () => {
    const shop = await receiver(500, 200)
    const first = await sandbox()
    await call(first, charge({ server_callback_url: shop.url }))
    await shop.until(1)
    await first.close()
    const tooLate = await sandbox({ ledgerPath: first.ledgerPath, now: () => Date.UTC(2026, 11, 4, 9, 41, 8) })
    await call(tooLate, charge({ client_orderid: 'order-2' }))
    await tooLate.close()
    expect(shop.got).toHaveLength(1)
    const inTime = await sandbox({ ledgerPath: first.ledgerPath, now: () => Date.UTC(2026, 11, 4, 9, 41, 7) })
    await shop.until(2)
    await taken(inTime)
    expect(shop.got.map((notified) => notified.get('client_orderid'))).toEqual(['order-1', 'order-1'])
  })

  it.each([
    'https://127.0.0.1/callback', 'http://shop.invalid/callback', 'http://10.0.0.1/callback', 'http://127.0.0.1.shop.invalid/callback',
    'http://0.0.0.0/told', 'http://user@shop.invalid/?127.0.0.1', 'http://[::2]/told',
  ])('is never sent anywhere but to this computer: %s', async (address) => {
    expect(loopbackUrl(address)).toBeNull()
    const at = await sandbox()
    expect((await call(at, charge({ server_callback_url: address }))).fields.type).toBe('async-response')
    expect(at.defects).toEqual([])
  })

  it.each([['http://localhost:81/x', '127.0.0.1'], ['http://127.1.2.3/x', '127.1.2.3'], ['http://[::1]:8/x', '[::1]']])(
    'may be sent to %s, by address', (address, host) => {
      expect(loopbackUrl(address)?.hostname).toBe(host)
    })
})

describe('the final redirect', () => {
  it.each([
    ['confirm', 'approved', 'https://shop.invalid/good'], ['refuse', 'declined', 'https://shop.invalid/end'],
  ] as const)('sends the cardholder back after %s with the result and a correct control', async (answer, expected, target) => {
    const at = await sandbox()
    await call(at, charge({
      cardrefid: '1000007', redirect_url: 'https://shop.invalid/end?basket=7', redirect_success_url: 'https://shop.invalid/good',
    }))
    const end = await authenticateByHand((await statusOf(at, 'order-1'))['redirect-to'] ?? '', answer)
    expect(end.status).toBe(303)
    const location = new URL(end.location ?? '')
    expect(location.origin + location.pathname).toBe(target)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      status: expected, client_orderid: 'order-1', control: controlOf(location.searchParams),
    })
    // Only a callback, server to server, has these (addendum 9).
    for (const name of ['amount', 'type', 'merchant_order']) expect(location.searchParams.has(name)).toBe(false)
  })
})
