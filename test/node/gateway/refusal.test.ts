/** Replies that look like a refusal but prove none, received by the real client from a server that writes bytes. */
import { afterEach, describe, expect, it } from 'vitest'
import { answering, reply, startServer, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, refusedBody, testClient } from './support.ts'

const servers: WireServer[] = []
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())) })

async function outcomeOf(text: string): Promise<string> {
  const server = await startServer(answering(text))
  servers.push(server)
  return inShort(await testClient().send(charge(`http://127.0.0.1:${server.port}`)))
}

/** A reply with the test's own headers, without a stated length. */
const message = (headers: string, body: string, version = '1.1') => `HTTP/${version} 200 OK\r\n${headers}\r\n${body}`
const chunks = (...parts: string[]) => [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
const middle = refusedBody.indexOf('&error-code')

describe('a refusal of a charge is accepted if its body shows where it ends', () => {
  it.each([
    ['a length', reply(200, refusedBody)],
    ['chunks', message('Transfer-Encoding: Chunked\r\n', chunks(refusedBody.slice(0, 30), refusedBody.slice(30)))],
    ['a length of HTTP/1.0', message(`Content-Length: ${refusedBody.length}\r\n`, refusedBody, '1.0')],
  ])('%s', async (_name, text) => { expect(await outcomeOf(text)).toBe('refused') })
})

describe('money may have moved after', () => {
  it.each([
    ['the cut reply: no length, no chunks, ended at a value\'s end', 'length-not-stated', message('connection: close\r\n', refusedBody)],
    ['the same of HTTP/1.0', 'length-not-stated', message('', refusedBody, '1.0')],
    ['a transfer coding that is no chunks', 'length-not-stated', message('transfer-encoding: identity\r\n', refusedBody)],
    ['chunks wrapped in another coding', 'length-not-stated', message('transfer-encoding: chunked, x-own\r\n', refusedBody)],
    ['chunks of which the last is missing', 'reply-cut', message('transfer-encoding: chunked\r\n', chunks(refusedBody).slice(0, -5))],
    ['a length that is longer than the body', 'reply-cut', reply(200, refusedBody, { 'content-length': '900' })],
    ['a body that ends before the code', 'refusal-incomplete', reply(200, refusedBody.slice(0, middle))],
    ['a body that ends where a field begins', 'reply-cut', reply(200, refusedBody.slice(0, middle + 1))],
    ['a length that ends before the code', 'reply-longer-than-stated', reply(200, refusedBody, { 'content-length': String(middle) })],
    ['two lengths', 'reply-cut', reply(200, refusedBody, { 'Content-Length': String(middle) })],
    ['a length beside chunks', 'reply-cut', message('content-length: 9\r\ntransfer-encoding: chunked\r\n', chunks(refusedBody))],
    ['the doubled type', 'field-repeated', reply(200, `${refusedBody}&type=async-response\n`)],
    ['the doubled type of an accepted charge', 'field-repeated', reply(200, `type=validation-error\n&${acceptedBody}`)],
    ['Order-ID in upper case', 'refusal-with-order-id', reply(200, `${refusedBody}&ORDER-ID=7001\n`)],
    ['an order id of another product word', 'refusal-with-order-id', reply(200, `${refusedBody}&paynet-order-id=7001\n`)],
    ['a percent-encoded name of an order id', 'refusal-with-order-id', reply(200, `${refusedBody}&%6frderid=7001\n`)],
    ['an order status beside the refusal', 'refusal-with-status', reply(200, `${refusedBody}&status=processing\n`)],
    ['a stage beside the refusal', 'refusal-with-status', reply(200, `${refusedBody}&Order-Stage=sale_approved\n`)],
    ['somebody else\'s client_orderid', 'another-order', reply(200, `${refusedBody}&client_orderid=order-2\n`)],
    ['an accepted charge with two order ids', 'field-repeated', reply(200, `${acceptedBody}&gw-order-id=7002\n`)],
    ['a decline without a stated length', 'length-not-stated', message('connection: close\r\n', `${acceptedBody}&status=declined\n`)],
  ])('%s: %s', async (_name, fault, text) => { expect(await outcomeOf(text)).toBe(`unknown ${fault}`) })
})
