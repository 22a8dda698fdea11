/** Requests as real libraries sign them with their defaults. */
import { createHash, createHmac, sign } from 'node:crypto'
import { stringify } from 'node:querystring'
import OAuth from 'oauth-1.0a'
import oauthSign from 'oauth-sign'
import signer from 'mastercard-oauth1-signer'
import { beforeAll, describe, expect, it } from 'vitest'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { diagnose, known, login, secret, testKey, type TestKey } from '../../support/inspector/random-requests.ts'

const url = 'https://gate.example/gw/api/v4/transfer/22903'
const fields = {
  client_orderid: 'Inv 4097763', order_desc: "Coat (blue) & scarf, it's new!", amount: '10.15', currency: 'USD',
  ipaddress: '203.0.113.9', 'destination-card-ref-id': '1000002', destination_city: 'Köln', email: 'a+b@example.com',
}
const body = Object.entries(fields).map(([name, value]) => `${name}=${percentEncode(value)}`).join('&')

let key: TestKey
beforeAll(() => { key = testKey(2048) })

const rsa = (text: string) => sign('sha256', Buffer.from(text), key.privateKey).toString('base64')

const form = 'application/x-www-form-urlencoded'

async function verdictAndCauses(authorization: string, sent = body, contentType = form): Promise<string[]> {
  const text = [`POST ${url} HTTP/1.1`, `Content-Type: ${contentType}`, `Authorization: ${authorization}`, '', sent].join('\n')
  const { verdict, causes } = await diagnose({ ...known(key), text })
  return [verdict, ...causes.map(({ id }) => id)]
}

function headerOf(parameters: Readonly<Record<string, string>>): string {
  return `OAuth ${Object.entries(parameters).map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')}`
}

const identity = {
  oauth_consumer_key: login, oauth_nonce: '9f21c0aa', oauth_signature_method: 'RSA-SHA256', oauth_timestamp: '1795192470',
  oauth_version: '1.0',
}

describe('oauth-1.0a', () => {
  const client = (options: Partial<OAuth.Options> = {}) => new OAuth({
    consumer: { key: login, secret }, signature_method: 'RSA-SHA256', hash_function: (text) => rsa(text), ...options,
  })

  it('is right with the body and the correct method', async () => {
    const oauth = client()
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST', data: fields }))
    expect(await verdictAndCauses(Authorization)).toEqual(['valid'])
  })

  it('is not followed by a body of encodeURI, which leaves each "+" as it is beside encoded spaces', async () => {
    const oauth = client()
    const data = { ...fields, phone: '+1 206 358' }
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST', data }))
    expect(await verdictAndCauses(Authorization, `${body}&phone=%2B1%20206%20358`)).toEqual(['valid'])
    expect(await verdictAndCauses(Authorization, `${body}&phone=+1%20206%20358`)).toEqual(['explained', 'plus-sent-unencoded'])
  })

  it('leaves the body out unless it is given', async () => {
    const oauth = client()
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST' }))
    expect(await verdictAndCauses(Authorization)).toEqual(['explained', 'body-left-out'])
  })

  it('used like its examples, computes an HMAC; without the last ampersand another one', async () => {
    const hash = (text: string, by: string) => createHmac('sha1', by).update(text).digest('base64')
    const hmac = { signature_method: 'HMAC-SHA1', hash_function: hash }
    for (const [options, expected] of [
      [hmac, ['explained', 'hmac-for-rsa']],
      [{ ...hmac, last_ampersand: false }, ['explained', 'hmac-for-rsa', 'hmac-key-without-ampersand']],
    ] as const) {
      const oauth = client(options)
      const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST', data: fields }))
      expect(await verdictAndCauses(Authorization)).toEqual(expected)
    }
  })

  it('with the option to hash the body, signs a body hash', async () => {
    const oauth = client({ body_hash_function: () => 'bm90IHRoZSBoYXNo' })
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST', data: fields, includeBodyHash: true }))
    expect(await verdictAndCauses(Authorization)).toEqual(['explained', 'body-left-out', 'oauth-parameter-added'])
  })

  it('hashes an already hashed text again', async () => {
    const oauth = client({ hash_function: (text) => rsa(createHash('sha256').update(text).digest('hex')) })
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'POST', data: fields }))
    expect(await verdictAndCauses(Authorization)).toEqual(['explained', 'hashed-twice'])
  })
})

describe('oauth-sign', () => {
  it('signs RSA with SHA-1', async () => {
    const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    const library = oauthSign as unknown as { rsasign(...given: unknown[]): string }
    const signature = library.rsasign('POST', url, { ...fields, ...identity }, pem)
    expect(await verdictAndCauses(headerOf({ ...identity, oauth_signature: signature }))).toEqual(['explained', 'sha-1-for-sha-256'])
  })

  it('has a correct base string', async () => {
    const signature = rsa(oauthSign.generateBase('POST', url, { ...fields, ...identity }))
    expect(await verdictAndCauses(headerOf({ ...identity, oauth_signature: signature }))).toEqual(['valid'])
  })
})

describe('mastercard-oauth1-signer', () => {
  it('signs a hash of the body instead of its parameters, and does not encode that hash', async () => {
    const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    expect(await verdictAndCauses(signer.getAuthorizationHeader(url, 'POST', body, login, pem)))
      .toEqual(['explained', 'values-not-encoded', 'body-left-out', 'oauth-parameter-added', 'header-malformed'])
  })
})

describe('parameter strings of the runtime', () => {
  const all = Object.entries({ ...fields, ...identity }).sort(([one], [other]) => (one < other ? -1 : 1))
  const signed = (parameters: string) => headerOf({
    ...identity, oauth_signature: rsa(['POST', percentEncode(url), percentEncode(parameters)].join('&')),
  })

  it('URLSearchParams writes a form, not RFC 3986', async () => {
    expect(await verdictAndCauses(signed(new URLSearchParams(all).toString()))).toEqual(['explained', 'space-as-plus'])
  })

  it('node:querystring and encodeURIComponent leave five characters', async () => {
    expect(await verdictAndCauses(signed(stringify(Object.fromEntries(all))))).toEqual(['explained', 'reserved-left-as-javascript-does'])
  })

  it('UrlEncode of .NET and PathEscape of Go leave other characters than RFC 3986', async () => {
    const joined = (encode: (text: string) => string) => all.map((pair) => pair.map(encode).join('=')).join('&')
    const form = (text: string) => encodeURIComponent(text).replaceAll('%20', '+').replaceAll("'", '%27').replaceAll('~', '%7E')
    const small = (text: string) => form(text).replace(/%../g, (hex) => hex.toLowerCase())
    const path = (text: string) => percentEncode(text).replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent)
    expect(await verdictAndCauses(signed(joined(form)))).toEqual(['explained', 'form-encoding'])
    const whole = ['POST', url, joined(small)].map((text, part) => (part === 0 ? text : small(text))).join('&')
    expect(await verdictAndCauses(headerOf({ ...identity, oauth_signature: rsa(whole) })))
      .toEqual(['explained', 'form-encoding', 'lower-case-hex'])
    expect(await verdictAndCauses(signed(joined(path)))).toEqual(['explained', 'reserved-left'])
  })

  it('localeCompare sorts by language', async () => {
    const sorted = [...all].sort(([one], [other]) => one.localeCompare(other))
      .map(([name, value]) => `${name}=${percentEncode(value)}`)
    expect(await verdictAndCauses(signed(sorted.join('&')))).toEqual(['explained', 'sorted-by-locale'])
  })

  it('a JSON body is not a form, whatever was signed', async () => {
    const parameters = Object.entries(identity).map((pair) => pair.join('=')).join('&')
    const header = headerOf({ ...identity, oauth_signature: rsa(`POST&${percentEncode(url)}&${percentEncode(parameters)}`) })
    expect(await verdictAndCauses(header, JSON.stringify(fields), 'application/json')).toEqual(['explained', 'body-not-form'])
  })
})
