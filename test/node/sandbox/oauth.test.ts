import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { documentReadings } from '../../../electron/sandbox/requests/readings.ts'
import { api, call, callSigned, firstOrder, sale, statusOf, testCards } from './calls.ts'
import { changed, keys, oauthPairs, otherKeys, rsa, send, signed, type Pairs, type Sending, type Signed } from './wire.ts'
import { sandbox, type TestSandbox } from './with-sandbox.ts'

const own: Pairs = Object.entries(firstOrder)
const path = '/v4/create-card-ref/1001'
const deliver = (at: TestSandbox, request: Signed, more: Sending = {}) =>
  send(api(at, path), request.body, { authorization: request.authorization, ...more })

async function expectDenied(
  at: TestSandbox, request: Signed, reason: RegExp, more: Sending = {}, cardsBefore = 0,
): Promise<void> {
  const reply = await deliver(at, request, more)
  expect(reply).toMatchObject({ status: 403, contentType: 'text/html;charset=utf-8' })
  expect(reply.body).toContain('Access is denied')
  expect(reply.body).toMatch(reason)
  expect(readLedger(at.ledgerPath).filter((line) => line.card !== undefined)).toHaveLength(cardsBefore)
}

describe('a signed request', () => {
  it('is accepted with either separator, with a realm, at an endpoint and at a group', async () => {
    const at = await sandbox()
    const url = api(at, path)
    for (const form of [{}, { separator: ',' }, { realm: 'any realm' }, { realm: 'x', separator: ',' }]) {
      expect((await deliver(at, signed(url, own, form))).fields).toMatchObject({ status: 'approved' })
    }
    expect((await callSigned(at, '/v4/create-card-ref/group/2001', firstOrder)).fields).toMatchObject({ status: 'approved' })
  })

  it('is checked over its own content, whatever it is', async () => {
    const at = await sandbox()
    const odd = { ...firstOrder, note: "ä !'()*~%2B+&= ", empty: '', oauthlike: '1', login: 'x' }
    expect((await callSigned(at, path, odd)).fields).toMatchObject({ status: 'approved' })
    const url = api(at, path)
    const tampered = signed(url, own)
    await expect(deliver(at, { ...tampered, body: `${tampered.body}&more=1` })).resolves.toMatchObject({ status: 403 })
  })

  it('is checked against the host that it named, in lower case', async () => {
    const at = await sandbox()
    const signedUrl = `http://localhost:${new URL(at.url).port}/gw/api${path}`
    const request = signed(api(at, path), own, { signedUrl })
    expect((await deliver(at, request, { host: `LocalHost:${new URL(at.url).port}` })).status).toBe(200)
  })

  it('may address the sandbox as localhost or 127.0.0.1, each signed as addressed and not as the other', async () => {
    const at = await sandbox()
    const named = { url: at.url.replace('127.0.0.1', 'localhost') }
    expect((await callSigned(named, path, firstOrder)).status).toBe(200)
    const request = signed(api(at, path), own)
    const reply = await send(api(named, path), request.body, { authorization: request.authorization })
    expect(reply.status).toBe(403)
    expect(reply.body).toContain(`the URL ${api(named, path)}.`)
  })

  it('in absolute form, as through a proxy, is checked against the host of its target', async () => {
    const at = await sandbox()
    const url = `http://gate.test/gw/api${path}`
    const { body, authorization } = signed(url, own)
    const reply = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(at.url)
      const headers = {
        host: 'other.test', authorization, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length,
      }
      request({ host: '127.0.0.1', port, path: url, method: 'POST', agent: false, headers }, (response) => {
        resolve(response.resume().statusCode)
      }).on('error', reject).end(body)
    })
    expect(reply).toBe(200)
  })

  it('without a host is refused without harm', async () => {
    const at = await sandbox()
    for (const host of ['?', 'a b', '@']) {
      await expectDenied(at, signed(api(at, path), own), /names no host/, { host })
    }
    expect(at.defects).toEqual([])
  })

  it('is checked against the public URL behind a tunnel, whatever host the tunnel names', async () => {
    const at = await sandbox({ publicUrl: 'https://gate.test/shop' })
    const through = signed(`https://gate.test/shop/gw/api${path}`, own)
    const toPort = api({ url: at.localUrl }, path)
    expect((await send(toPort, through.body, { authorization: through.authorization, host: 'inner.test' })).status).toBe(200)
    const direct = signed(toPort, own)
    expect((await send(toPort, direct.body, { authorization: direct.authorization })).body)
      .toContain(`the URL https://gate.test/shop/gw/api${path}.`)
    expect(at.url).toBe('https://gate.test/shop')
    await call({ url: at.localUrl }, sale({ credit_card_number: testCards.challenge }))
    expect((await statusOf({ url: at.localUrl }, 'order-1'))['redirect-to']).toMatch(/^https:\/\/gate\.test\/shop\/gw\/cardholder\//)
  })

  it('is checked without its query', async () => {
    const at = await sandbox()
    const request = signed(api(at, path), own)
    expect((await send(`${api(at, path)}?a=1`, request.body, { authorization: request.authorization })).status).toBe(200)
  })
})

describe('a nonce', () => {
  it('is accepted once, also after a restart', async () => {
    const at = await sandbox()
    const request = signed(api(at, path), own)
    expect((await deliver(at, request)).status).toBe(200)
    expect((await deliver(at, request)).body).toMatch(/used before/)
    await at.close()
    const again = await sandbox({ ledgerPath: at.ledgerPath, port: Number(new URL(at.url).port) })
    expect((await deliver(again, request)).body).toMatch(/used before/)
  })

  it('is used by a refusal of the parameters, but not by a wrong signature', async () => {
    const at = await sandbox()
    const url = api(at, path)
    const oauth = oauthPairs()
    await expectDenied(at, signed(url, own, { oauth, privateKey: otherKeys.privateKey }), /signature does not fit/)
    expect((await deliver(at, signed(url, [], { oauth }))).fields).toMatchObject({
      type: 'validation-error', 'error-code': '1', 'error-message': 'Parameter client_orderid is required',
    })
    await expectDenied(at, signed(url, own, { oauth }), /used before/)
  })

  it('is accepted only once of many at the same time', async () => {
    const at = await sandbox()
    const request = signed(api(at, path), own)
    const replies = await Promise.all(Array.from({ length: 12 }, () => deliver(at, request)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('refused with 403 and a page with the reason', () => {
  const withOAuth = (changes: Readonly<Record<string, string | null>>) => ({ oauth: changed(oauthPairs(), changes) })
  const cases: readonly (readonly [name: string, reason: RegExp, make: (url: string) => Signed])[] = [
    ['another key', /signature does not fit/, (url) => signed(url, own, { privateKey: otherKeys.privateKey })],
    ['another endpoint in the signed URL', /signature does not fit/, (url) => signed(url, own, { signedUrl: url.replace('1001', '2001') })],
    ['https in the signed URL', /signature does not fit/, (url) => signed(url, own, { signedUrl: url.replace('http', 'https') })],
    ['the hexadecimal form', /signature does not fit/, (url) => signed(url, own, { signature: (text) => rsa(text).toString('hex') })],
    ['Base64 of another alphabet', /signature does not fit/, (url) => signed(url, own, { signature: (text) => rsa(text).toString('base64url') })],
    ['an empty signature', /signature does not fit/, (url) => signed(url, own, { signature: () => '' })],
    ['HMAC-SHA1', /not RSA-SHA256/, (url) => signed(url, own, {
      ...withOAuth({ oauth_signature_method: 'HMAC-SHA1' }),
      signature: (text) => createHmac('sha1', 'TEST-CONTROL&').update(text).digest('base64'),
    })],
    ['RSA-SHA1', /not RSA-SHA256/, (url) => signed(url, own, withOAuth({ oauth_signature_method: 'RSA-SHA1' }))],
    ['another consumer key', /login of the merchant/, (url) => signed(url, own, withOAuth({ oauth_consumer_key: 'somebody' }))],
    ['another version', /not 1\.0/, (url) => signed(url, own, withOAuth({ oauth_version: '2.0' }))],
    ['a time in milliseconds', /seconds/, (url) => signed(url, own, withOAuth({ oauth_timestamp: '1795167667123' }))],
    ['a time in words', /seconds/, (url) => signed(url, own, withOAuth({ oauth_timestamp: 'now' }))],
    ['an empty nonce', /oauth_nonce is empty/, (url) => signed(url, own, withOAuth({ oauth_nonce: '' }))],
    ['no nonce', /oauth_nonce is missing in the Authorization/, (url) => signed(url, own, withOAuth({ oauth_nonce: null }))],
    ['a token', /none of the six/, (url) => signed(url, own, withOAuth({ oauth_token: '' }))],
    ['a parameter twice in the header', /more than once in the Authorization/, (url) => {
      const oauth = oauthPairs()
      return signed(url, own, { oauth, inHeader: [...oauth, oauth[1]!] })
    }],
    ['OAuth parameters in the header only', /missing in the body/, (url) => signed(url, own, { inBody: [] })],
    ['a parameter twice in the body', /more than once in the body/, (url) => {
      const oauth = oauthPairs()
      return signed(url, own, { oauth, inBody: [...oauth, oauth[1]!] })
    }],
    ['another nonce in the body', /differs between header and body/, (url) =>
      signed(url, own, { inBody: changed(oauthPairs(), { oauth_nonce: 'another' }) })],
    ['an unknown OAuth parameter in the body', /none of the five/, (url) => {
      const oauth = oauthPairs()
      return signed(url, [...own, ['oauth_token', '']], { oauth })
    }],
    ['the signature in the body', /oauth_signature is in the body/, (url) => {
      const request = signed(url, own)
      return { ...request, body: `${request.body}&oauth_signature=abc` }
    }],
  ]
  it.each(cases)('%s', async (_name, reason, make) => {
    const at = await sandbox()
    await expectDenied(at, make(api(at, path)), reason)
  })

  it.each([
    ['no quotes', (value: string) => value.replaceAll('"', '')],
    ['values that are not percent-encoded', (value: string) => decodeURIComponent(value)],
    ['another separator', (value: string) => value.replaceAll(', ', '; ')],
    ['a comma at the end', (value: string) => `${value},`],
    ['another scheme', (value: string) => value.replace('OAuth', 'Bearer')],
  ])('a header with %s', async (_name, spoil) => {
    const at = await sandbox()
    const request = signed(api(at, path), own)
    await expectDenied(at, { ...request, authorization: spoil(request.authorization) }, /Authorization header is not/)
  })

  it('no header, two headers, another method, another content type, no such endpoint, no key', async () => {
    const at = await sandbox()
    const url = api(at, path)
    const request = signed(url, own)
    expect((await send(url, request.body)).body).toMatch(/no Authorization header/)
    await expectDenied(at, request, /more than one/, { authorization: [request.authorization, request.authorization] })
    await expectDenied(at, request, /method is not POST/, { method: 'GET' })
    await expectDenied(at, request, /content type/, { contentType: 'text/plain' })
    expect((await callSigned(at, '/v4/create-card-ref/group/1001', firstOrder)).body).toMatch(/no such endpoint or group/)
    const keyless = await sandbox({ publicKeyPem: null })
    await expectDenied(keyless, signed(api(keyless, path), own), /no public key/)
    keyless.setPublicKey(keys.publicKey)
    expect((await deliver(keyless, signed(api(keyless, path), own))).status).toBe(200)
  })
})

describe('a clock window', () => {
  const stamped = (url: string, seconds: number) =>
    signed(url, own, { oauth: changed(oauthPairs(), { oauth_timestamp: String(1_795_167_667 + seconds) }) })

  it('refuses a time outside it, and reports the difference and its direction', async () => {
    const at = await sandbox({ clockWindowSeconds: 300 })
    const url = api(at, path)
    await expectDenied(at, stamped(url, 301), /oauth_timestamp is 301 seconds ahead of the clock here; 300 are allowed/)
    await expectDenied(at, stamped(url, -301), /oauth_timestamp is 301 seconds behind the clock/)
    for (const seconds of [300, -300, 0]) expect((await deliver(at, stamped(url, seconds))).status).toBe(200)
    at.pass(600_000)
    await expectDenied(at, stamped(url, 0), /600 seconds behind/, {}, 3)
    expect((await deliver(at, stamped(url, 600))).status).toBe(200)
  })

  it('does not exist by default', async () => {
    const at = await sandbox()
    expect((await deliver(at, stamped(api(at, path), -700_000_000))).status).toBe(200)
  })
})

describe('the reading "header only"', () => {
  it('accepts OAuth parameters in the header and refuses them in the body', async () => {
    const at = await sandbox({ readings: { ...documentReadings, oauthParametersInBody: false } })
    const url = api(at, path)
    await expectDenied(at, signed(url, own), /in the header only/)
    expect((await deliver(at, signed(url, own, { inBody: [] }))).fields).toMatchObject({ status: 'approved' })
  })
})

it('an unusable key is refused with a sentence', async () => {
  const at = await sandbox()
  expect(() => { at.setPublicKey(keys.privateKey) }).toThrow(/SPKI PEM/)
  expect(() => { at.setPublicKey('-----BEGIN PUBLIC KEY-----\nnonsense\n-----END PUBLIC KEY-----') }).toThrow(/could not be read/)
  // The current key stays in use.
  expect((await callSigned(at, path, firstOrder)).status).toBe(200)
})
