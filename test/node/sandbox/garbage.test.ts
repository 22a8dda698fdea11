import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { api, call, charge, firstOrder, register, status } from './calls.ts'
import { form, send, signed } from './wire.ts'
import { sandbox, type TestSandbox } from './with-sandbox.ts'

/** Writes bytes to the port and returns everything received until the gateway closed, or `enough` was seen. */
function raw(at: TestSandbox, bytes: Uint8Array | string, enough = (_text: string) => false): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1', () => { socket.write(bytes) })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (enough(text)) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => { resolve(text) })
  })
}

const stillWell = async (at: TestSandbox) => {
  expect((await call(at, status(firstOrder))).fields.status).toBe('approved')
  expect(at.defects).toEqual([])
}

const quick = { headersMs: 150, requestMs: 150, checkEveryMs: 25 }

describe('garbage', () => {
  it('of random bytes never stops the sandbox', async () => {
    const at = await sandbox({ times: quick })
    await fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
      const text = await raw(at, bytes)
      if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    }), { numRuns: 15 })
    await stillWell(at)
  })

  it('in bodies gets a regular reply', async () => {
    const at = await sandbox()
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('%', '%zz', '%ff%fe', '%C3', '&', '=', '&&', '+', '\0', 'login', 'control=', 'amount=1', 'oauth_nonce=1', '__proto__=1', 'constructor=1'),
    )
    const path = fc.constantFrom('/v2/make-rebill-sale/1001', '/v2/status/1001', '/v4/status/1001', '/v2/get-card-info/group/2001')
    await fc.assert(fc.asyncProperty(path, fc.array(piece, { maxLength: 12 }), async (where, pieces) => {
      const reply = await send(api(at, where), pieces.join(''))
      if (where.startsWith('/v4/')) expect(reply.status).toBe(403)
      else expect(reply).toMatchObject({ status: 200, fields: { type: 'validation-error' } })
    }), { numRuns: 75 })
    await stillWell(at)
  })

  it('in headers is answered with 403', async () => {
    const at = await sandbox()
    const own = Object.entries(firstOrder)
    await fc.assert(fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'OAuth ="%,;a1\\~é'), maxLength: 60 }), async (rest) => {
      const { body } = signed(api(at, '/v4/status/1001'), own)
      const reply = await send(api(at, '/v4/status/1001'), body, { authorization: `OAuth ${rest.replace(/é/g, '\u00e9')}` })
      expect(reply.status).toBe(403)
    }), { numRuns: 50 })
    await stillWell(at)
  })

  it('in paths is answered with 404', async () => {
    const at = await sandbox()
    const text = fc.string({ unit: fc.constantFrom(...'/gwapiv2.%?#;:@1'), maxLength: 30 })
    await fc.assert(fc.asyncProperty(text, async (rest) => {
      const reply = await raw(at, `POST /${rest} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      expect(reply).toMatch(/^HTTP\/1\.1 404 /)
    }), { numRuns: 50 })
    await stillWell(at)
  })

  it('from a valid charge with one changed byte is never accepted as another charge', async () => {
    const at = await sandbox()
    const { path, pairs } = charge()
    const good = form(pairs)
    await fc.assert(fc.asyncProperty(fc.nat(good.length - 1), fc.constantFrom(...'0aZ%&=+'), async (place, letter) => {
      const body = good.slice(0, place) + letter + good.slice(place + 1)
      await send(api(at, path), body)
      const taken = readLedger(at.ledgerPath).flatMap(({ order }) => order === undefined ? [] : [order])
      expect(taken.every((order) => order.merchantOrderId === 'order-1' && order.initialAmount === '10.15'
        && order.currency === 'USD' && order.cardReference === '1000001')).toBe(true)
    }), { numRuns: 75 })
    await stillWell(at)
  })
})

describe('too much', () => {
  it('of a body is answered with 413, with or without a stated length', async () => {
    const at = await sandbox()
    expect((await send(api(at, register().path), 'a='.padEnd(1_200_000, 'x'))).status).toBe(413)
    const chunk = 'x'.repeat(0x10000)
    const head = `POST /gw/api${register().path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`
    const reply = await raw(at, head + `10000\r\n${chunk}\r\n`.repeat(17), (text) => text.includes('</html>'))
    expect(reply).toMatch(/^HTTP\/1\.1 413 /)
    await stillWell(at)
  })

  it('of headers is answered with 431', async () => {
    const at = await sandbox()
    expect(await raw(at, `POST / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
    await stillWell(at)
  })
})

describe('too slow', () => {
  it.each([
    ['head', 'POST /gw/api/v2/status/1001 HTTP/1.1\r\nHost: x\r\n'],
    ['body', 'POST /gw/api/v2/status/1001 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nlogin='],
  ])('a %s is answered with 408', async (_part, bytes) => {
    const at = await sandbox({ times: quick })
    expect(await raw(at, bytes)).toMatch(/^HTTP\/1\.1 408 /)
    await stillWell(at)
  })
})

it('a sender that disconnects in the middle of a body leaves nothing behind', async () => {
  const at = await sandbox()
  const { path, pairs } = charge()
  const body = form(pairs)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1', () => {
      socket.write(`POST /gw/api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length + 9}\r\n\r\n${body}`,
        () => { socket.destroy() })
    })
    socket.on('close', () => { resolve() })
  })
  await stillWell(at)
  expect(readLedger(at.ledgerPath).every(({ order }) => order === undefined)).toBe(true)
})

it('consecutive requests on one connection are answered in order', async () => {
  const at = await sandbox()
  const request = (id: string) => {
    const { path, pairs } = charge({ client_orderid: id })
    const body = form(pairs)
    return `POST /gw/api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const text = await raw(at, request('first') + request('second') + request('third'), (seen) => seen.includes('=third'))
  expect([...text.matchAll(/merchant-order-id=(\w+)/g)].map(([, id]) => id)).toEqual(['first', 'second', 'third'])
  expect(readLedger(at.ledgerPath)).toHaveLength(3)
})

it('listens on loopback alone', async () => {
  const at = await sandbox()
  expect(new URL(at.url).hostname).toBe('127.0.0.1')
  // 127.0.0.2 is loopback too, and not the address it listens on.
  const reached = await new Promise((resolve) => {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.2')
    socket.on('connect', () => { socket.destroy(); resolve(true) })
    socket.on('error', () => { resolve(false) })
  })
  expect(reached).toBe(false)
})
