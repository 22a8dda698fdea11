import { afterEach, describe, expect, it } from 'vitest'
import { Client, interceptors, request } from 'undici'
import { createSendGuard } from '../../../electron/gateway/send-guard.ts'
import type { SignedRequest } from '../../../electron/gateway/port.ts'
import { answering, reply, startServer, type Behaviour, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, refusedBody, secretInBody, testClient } from './support.ts'

const servers: WireServer[] = []
const start = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args)
  servers.push(server)
  return server
}
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())) })

const accepted = reply(200, acceptedBody)
const version4 = (url: string) => charge(url, { operation: 'transfer-v4', url: `${url}/gw/api/v4/transfer/1111` })
const reading = (url: string) => charge(url, { operation: 'status', url: `${url}/gw/api/v2/status/1111` })

interface Case {
  readonly name: string
  readonly behave: Behaviour
  readonly outcome: string
  readonly status: number | null
  /** The limits that end the request, in milliseconds. */
  readonly limits?: { readonly headersMs?: number; readonly bodyMs?: number; readonly totalMs?: number }
  readonly request?: (url: string) => SignedRequest
}

const drip: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
  const timer = setInterval(() => socket.write('a'), 50)
  socket.on('close', () => { clearInterval(timer) })
}

const cases: readonly Case[] = [
  { name: 'an accepted charge', behave: answering(accepted), outcome: 'accepted processing', status: 200 },
  {
    name: 'a reset after the request', behave: (socket) => { socket.resetAndDestroy() },
    outcome: 'unknown connection-lost', status: null,
  },
  { name: 'a close after the request', behave: (socket) => { socket.end() }, outcome: 'unknown connection-lost', status: null },
  {
    name: 'silence', behave: () => undefined, limits: { headersMs: 800 },
    outcome: 'unknown answer-timeout', status: null,
  },
  { name: 'half of the headers', behave: (socket) => { socket.end('HTTP/1.1 200 OK\r\ncontent-') }, outcome: 'unknown connection-lost', status: null },
  { name: 'a truncated body', behave: answering(accepted.slice(0, -20)), outcome: 'unknown reply-cut', status: 200 },
  {
    name: 'a reset in the middle of the body',
    behave: (socket) => {
      socket.write(accepted.slice(0, -20), () => { setTimeout(() => socket.resetAndDestroy(), 50) })
    },
    outcome: 'unknown reply-cut', status: 200,
  },
  {
    name: 'a body whose last chunk never comes',
    behave: answering(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${acceptedBody.length.toString(16)}\r\n${acceptedBody}\r\n`),
    outcome: 'unknown reply-cut', status: 200,
  },
  {
    name: 'a body without its order id whose length fits',
    behave: answering(reply(200, acceptedBody.slice(0, 60))),
    outcome: 'unknown reply-cut', status: 200,
  },
  {
    name: 'a body without a length whose connection ends in the order id',
    behave: answering(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${acceptedBody.trimEnd().slice(0, -1)}`),
    outcome: 'unknown reply-cut', status: 200,
  },
  {
    name: 'a whole body without a length',
    behave: answering(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${acceptedBody}`),
    outcome: 'accepted processing', status: 200,
  },
  {
    name: 'a body that stops', behave: (socket) => { socket.write(accepted.slice(0, -20)) }, limits: { bodyMs: 800 },
    outcome: 'unknown answer-timeout', status: 200,
  },
  {
    name: 'a body that drips forever', behave: drip, limits: { totalMs: 1_500 },
    outcome: 'unknown answer-timeout', status: 200,
  },
  { name: 'an empty body', behave: answering(reply(200, '')), outcome: 'unknown empty-body', status: 200 },
  { name: 'HTML with status 200', behave: answering(reply(200, '<html>Login</html>')), outcome: 'unknown html-body', status: 200 },
  { name: 'a compressed body', behave: answering(reply(200, '\x1f\x8b\x08\x00\x00')), outcome: 'unknown unreadable-body', status: 200 },
  { name: 'bytes that are no HTTP', behave: answering('SSH-2.0-OpenSSH_9.2\r\n\r\n'), outcome: 'unknown not-http', status: null },
  {
    name: 'huge headers', behave: answering(reply(200, acceptedBody, { 'x-long': 'a'.repeat(100_000) })),
    outcome: 'unknown reply-too-large', status: null,
  },
  { name: 'a huge body', behave: answering(reply(200, 'a'.repeat(5_000_000))), outcome: 'unknown reply-too-large', status: 200 },
  {
    name: "another order's id", behave: answering(reply(200, acceptedBody.replace('order-1', 'order-2'))),
    outcome: 'unknown another-order', status: 200,
  },
  {
    name: 'an error on money', behave: answering(reply(200, 'type=error\n&error-code=7\n')),
    outcome: 'unknown error-on-money', status: 200,
  },
  {
    name: 'a refused charge', behave: answering(reply(200, refusedBody)), outcome: 'refused', status: 200,
  },
  ...[301, 302, 303, 307, 308].map((status): Case => ({
    name: `a redirect ${status}`, behave: answering(reply(status, '', { location: '/elsewhere' })), outcome: 'unknown http-status', status,
  })),
  ...[400, 404, 408, 421, 425, 429, 500, 502, 503, 504].map((status): Case => ({
    name: `status ${status}`, behave: answering(reply(status, acceptedBody, { 'retry-after': '0' })), outcome: 'unknown http-status', status,
  })),
  ...[401, 403].flatMap((status): Case[] => [
    { name: `${status} on version 2`, behave: answering(reply(status, '<h1>Denied</h1>')), outcome: 'unknown http-status', status },
    {
      name: `${status} on version 4`, behave: answering(reply(status, '<h1>Denied</h1>')), outcome: 'access-denied', status,
      request: version4,
    },
  ]),
  {
    name: 'a read that was answered', behave: answering(reply(200, 'type=status-response\n&status=approved\n')),
    outcome: 'answered', status: 200, request: reading,
  },
]

describe('whatever the gateway does, one request leaves and one arrives', () => {
  it.each(cases)('$name: $outcome', async ({ behave, outcome, status, limits = {}, request: make = charge }) => {
    const server = await start(behave)
    const client = testClient({ timeouts: limits })
    const report = await client.send(make(`http://127.0.0.1:${server.port}`))

    expect(inShort(report)).toBe(outcome)
    expect(report.httpStatus).toBe(status)
    expect(server.received).toHaveLength(1)
    expect(JSON.stringify(report)).not.toContain(secretInBody)
  })

  it('sends a form with the exact length, the product and the signature, and asks for no compression', async () => {
    const server = await start(answering(accepted))
    const body = 'order_desc=Caf%C3%A9&raw=é'
    await testClient().send(charge(`http://127.0.0.1:${server.port}`, { body, authorization: 'OAuth oauth_nonce="n"' }))

    const [request] = server.received
    const headers = Object.fromEntries((request?.head ?? '').split('\r\n').slice(1).map((line) => line.split(': ')))
    expect(request?.head).toMatch(/^POST \/gw\/api\/v2\/make-rebill-sale\/1111 HTTP\/1\.1\r\n/)
    expect(Buffer.from(request?.body ?? '', 'latin1').toString()).toBe(body)
    expect(headers).toEqual({
      host: `127.0.0.1:${server.port}`, connection: 'close', 'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'GatewayConsole/test', accept: '*/*', 'accept-encoding': 'identity',
      authorization: 'OAuth oauth_nonce="n"', 'content-length': String(Buffer.byteLength(body)),
    })
  })

  it('opens a new connection for every request', async () => {
    let connections = 0
    const server = await start((socket) => { socket.write(accepted) }, { onConnect: () => { connections += 1 } })
    const client = testClient()
    for (let sent = 0; sent < 3; sent += 1) await client.send(charge(`http://127.0.0.1:${server.port}`))
    expect(connections).toBe(3)
  })

  it('reads the body in the charset it declares', async () => {
    const body = 'type=get-card-info-response\n&card-printed-name=Jos\xe9\n'
    const latin = Buffer.from(reply(200, body, {
      'content-type': 'text/html; charset="ISO-8859-1"', 'content-length': String(body.length),
    }), 'latin1')
    const server = await start((socket) => { socket.end(latin) })
    const report = await testClient().send(charge(`http://127.0.0.1:${server.port}`, { operation: 'get-card-info' }))
    expect(report.outcome).toMatchObject({ kind: 'answered', reply: { fields: [expect.anything(), ['card-printed-name', 'José']] } })
  })

  it('reports how far the gateway’s clock is ahead', async () => {
    const here = Date.parse('2026-11-20T12:00:00Z')
    const server = await start(answering(reply(200, acceptedBody, { date: 'Fri, 20 Nov 2026 12:07:00 GMT' })))
    const report = await testClient({ now: () => here }).send(charge(`http://127.0.0.1:${server.port}`))
    expect(report.clockOffsetSeconds).toBe(420)
  })

  it.each([
    ['Thu, 01 Jan 1970 00:00:00 GMT', -1_795_176_000], ['Fri, 31 Dec 9999 23:59:59 GMT', null], ['Sat, 13 Sep 275760 00:00:00 GMT', null],
    ['Tue, 20 Apr -271821 00:00:00 GMT', null], ['yesterday', null],
  ])('reads the date %s as an offset of %s s', async (date, offset) => {
    const server = await start(answering(reply(200, acceptedBody, { date })))
    const report = await testClient({ now: () => Date.parse('2026-11-20T12:00:00Z') }).send(charge(`http://127.0.0.1:${server.port}`))
    expect(report.clockOffsetSeconds).toBe(offset)
  })

  it('sends nothing once it is closed', async () => {
    const server = await start(answering(accepted))
    const client = testClient()
    await client.close()
    expect(inShort(await client.send(charge(`http://127.0.0.1:${server.port}`)))).toBe('not-sent cancelled-before-sending')
    expect(server.received).toHaveLength(0)
  })
})

describe('the guard', () => {
  it('refuses the second request of a repeating library', async () => {
    const server = await start(answering(reply(503, '', { 'retry-after': '0' })))
    const guard = createSendGuard()
    const repeating = new Client(`http://127.0.0.1:${server.port}`).compose(
      guard.interceptor,
      interceptors.retry({ methods: ['POST'], statusCodes: [503], minTimeout: 1, maxTimeout: 1, maxRetries: 3 }),
    )
    const sent = request(`http://127.0.0.1:${server.port}/`, { dispatcher: repeating, method: 'POST', body: 'a=b' })
    await expect(sent).rejects.toThrow(/second send/)
    expect(server.received).toHaveLength(1)
  })

  it('lets nothing start once it is closed', async () => {
    const server = await start(answering(accepted))
    const guard = createSendGuard()
    expect(guard.close()).toBe(false)
    const dispatcher = new Client(`http://127.0.0.1:${server.port}`).compose(guard.interceptor)
    await expect(request(`http://127.0.0.1:${server.port}/`, { dispatcher, method: 'POST', body: 'a=b' })).rejects.toThrow()
    expect(guard.hasStarted()).toBe(false)
    expect(server.received).toHaveLength(0)
  })
})
