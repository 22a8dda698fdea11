/** Bytes after the end of a reply: it is not the gateway's reply alone, so the outcome is unknown. */
import type { Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificates, type TestCertificates } from './certificates.ts'
import { startTunnel } from './proxies.ts'
import { answering, reply, startServer, type Behaviour } from './servers.ts'
import { acceptedBody, charge, inShort, refusedBody, testClient } from './support.ts'

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })
const open: { close(): Promise<void> }[] = []
afterEach(async () => { await Promise.all(open.splice(0).map((one) => one.close())) })

const client = () => testClient({ readSystemCertificates: async () => [certificates.authority] })
const orderId = '&gw-order-id=7001\n'
const refused = reply(200, refusedBody)
const chunked = (text: string) =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const longer = 'unknown reply-longer-than-stated'

/** Writes one part after the other, each once the client could read the one before. */
function inParts(...parts: readonly string[]): Behaviour {
  return (socket) => { writeNext(socket, parts) }
}

function writeNext(socket: Socket, [part, ...rest]: readonly string[]): void {
  if (part === undefined) socket.end()
  else socket.write(part, () => { setImmediate(() => { setImmediate(() => { writeNext(socket, rest) }) }) })
}

async function outcomeOf(behave: Behaviour, way: 'plain' | 'tls' | 'proxy' | 'plain-proxy' = 'plain'): Promise<string> {
  const encrypted = way === 'tls' || way === 'proxy'
  const server = await startServer(behave, encrypted ? { tls: certificates.good } : {})
  open.push(server)
  const url = `${encrypted ? 'https' : 'http'}://127.0.0.1:${server.port}`
  if (way === 'plain' || way === 'tls') return inShort(await client().send(charge(url)))
  const proxy = await startTunnel(() => server.port)
  open.push(proxy)
  const connectionSettings = { route: { kind: 'proxy', url: proxy.url }, authorities: [] } as const
  return inShort(await client().send(charge(way === 'proxy' ? 'https://gateway.invalid' : url, { connectionSettings })))
}

describe('a refusal is not accepted', () => {
  it.each(['plain', 'tls', 'proxy', 'plain-proxy'] as const)('if an order id follows its stated length (%s)', async (way) => {
    expect(await outcomeOf(answering(refused + orderId), way)).toBe(longer)
    expect(await outcomeOf(inParts(refused, orderId), way)).toBe(longer)
    expect(await outcomeOf(answering(refused), way)).toBe('refused')
  })

  it.each<[string, Behaviour]>([
    ['an order id follows its last chunk', answering(chunked(refusedBody) + orderId)],
    ['an order id follows its last chunk, later', inParts(chunked(refusedBody), orderId)],
    ['a second reply follows', answering(refused + reply(200, acceptedBody))],
    ['a second reply follows, later', inParts(refused, reply(200, acceptedBody))],
    ['one byte follows, later', inParts(refused, '\n')],
    ['bytes follow a reply that announces the close', inParts(reply(200, refusedBody, { connection: 'close' }), orderId)],
    ['its body, and what follows, come byte by byte', inParts(...refused.slice(0, -20), ...refused.slice(-20), ...orderId)],
  ])('if %s', async (_what, behave) => {
    expect(await outcomeOf(behave)).toBe(longer)
  })
})

describe('a reply is accepted', () => {
  it.each<[string, Behaviour]>([
    ['ends with its connection', answering(refused)],
    ['comes in chunks', answering(chunked(refusedBody))],
    ['comes in parts', inParts(refused.slice(0, 20), refused.slice(20, -20), refused.slice(-20))],
    ['leaves its connection open', (socket) => { socket.write(refused) }],
    ['is followed by a reset', (socket) => {
      socket.write(refused, () => { setImmediate(() => { setImmediate(() => socket.resetAndDestroy()) }) })
    }],
  ])('that %s', async (_what, behave) => {
    expect(await outcomeOf(behave)).toBe('refused')
  })
})
