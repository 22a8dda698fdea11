import { createHash, createHmac, privateEncrypt, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { printForm } from '#shared/gateway/encoding/form.ts'
import { baseString } from '#shared/gateway/signing/oauth.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import type { Diagnosis } from '../../../electron/inspector/diagnosis.ts'
import { controlMutations, oauthMutations, trial, type AnyMutation } from '../../support/inspector/rates.ts'
import {
  diagnose, known, login, oauthHttp, oauthOf, random, rightRequest, secret, signedHttp, testKey, type TestKey,
} from '../../support/inspector/random-requests.ts'

let key: TestKey
beforeAll(() => { key = testKey(2048) })

const idsOf = ({ causes }: Diagnosis) => causes.map(({ id }) => id)
// Hundreds of trials: `npm run bench -- diagnose`.
const perMutation = 2

describe('a deliberate mistake is named', () => {
  it.each(oauthMutations.map((mutation) => [mutation.id, mutation] as const))('in a base string: %s', async (_, mutation) => {
    await named('oauth', mutation)
  })
  it.each(controlMutations.map((mutation) => [mutation.id, mutation] as const))('in a control text: %s', async (_, mutation) => {
    await named('control', mutation)
  })

  async function named(kind: 'oauth' | 'control', mutation: AnyMutation): Promise<void> {
    const trials = []
    for (let seed = 1; trials.length < perMutation && seed < 120; seed += 1) {
      const one = await trial(kind, [mutation], seed * 101, key)
      if (one !== null) trials.push({ named: one.named, causesOf: idsOf(one.diagnosis) })
    }
    expect(trials.length).toBeGreaterThan(0)
    expect(trials.filter((one) => !one.named)).toEqual([])
  }

  it('a correct request is never reported as wrong', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      for (const kind of ['oauth', 'control'] as const) {
        expect((await trial(kind, [], seed * 13, key))?.diagnosis).toMatchObject({ verdict: 'valid', causes: [] })
      }
    }
  })

  it('two mistakes together are found in at least nine of ten requests', async () => {
    const trials: boolean[] = []
    // The pairs of the first seeds are among the last of a search.
    for (let seed = 12; trials.length < 10; seed += 1) {
      const kind = seed % 2 === 0 ? 'oauth' : 'control'
      const list = kind === 'oauth' ? oauthMutations : controlMutations
      const [one, other] = [list[(seed * 7) % list.length]!, list[(seed * 11 + 3) % list.length]!]
      if (one.group === other.group) continue
      const tried = await trial(kind, [one, other], seed * 31, key)
      if (tried !== null) trials.push(tried.named)
    }
    expect(trials.filter((named) => named).length).toBeGreaterThanOrEqual(9)
  })
})

describe('a correct text with a wrong signature', () => {
  const next = random(7)
  const request = rightRequest('payout-v4', next)
  const oauth = oauthOf(next)
  const text = () => baseString('POST', request.url, [...request.pairs, ...oauth])
  const rsa = (algorithm = 'sha256') => sign(algorithm, Buffer.from(text()), key.privateKey)
  const withRaw = (raw: string) => signedHttp(request, oauth, text(), key).replace(/oauth_signature="[^"]*"/, `oauth_signature="${raw}"`)
  const causesOf = async (pasted: string) => idsOf(await diagnose({ ...known(key), text: pasted }))

  it('that is encoded wrongly is explained', async () => {
    const base64 = rsa().toString('base64')
    expect(await causesOf(withRaw(percentEncode(base64)))).toEqual([])
    expect(await causesOf(withRaw(base64))).toEqual(['signature-not-percent-encoded'])
    expect(await causesOf(withRaw(percentEncode(percentEncode(base64))))).toEqual(['signature-encoded-twice'])
    expect(await causesOf(withRaw(rsa().toString('hex')))).toEqual(['signature-hex'])
    expect(await causesOf(withRaw(rsa().toString('base64url')))).toEqual(['signature-base64url'])
    const wrapped = base64.replace(/.{64}/g, '$&\n')
    expect(await causesOf(withRaw(percentEncode(wrapped)))).toEqual(['signature-wrapped'])
    // As a shell joins the lines of `openssl base64`.
    expect(await causesOf(withRaw(percentEncode(wrapped.replaceAll('\n', ' '))))).toEqual(['signature-wrapped'])
    expect(await causesOf(withRaw(percentEncode(percentEncode(wrapped))))).toEqual(['signature-encoded-twice', 'signature-wrapped'])
    expect(await causesOf(withRaw(percentEncode(Buffer.from(base64).toString('base64'))))).toEqual(['signature-base64-twice'])
    expect(await causesOf(withRaw(percentEncode(Buffer.from(rsa().toString('hex')).toString('base64'))))).toEqual(['signature-base64-of-hex'])
    expect(await causesOf(withRaw(percentEncode(Buffer.from(rsa()).reverse().toString('base64'))))).toEqual(['signature-bytes-reversed'])
  })

  it('that is computed wrongly is explained', async () => {
    const digest = createHash('sha256').update(text()).digest()
    const made = (bytes: Buffer) => causesOf(withRaw(percentEncode(bytes.toString('base64'))))
    expect(await made(rsa('sha1'))).toEqual(['sha-1-for-sha-256'])
    expect(await made(rsa('sha512'))).toEqual(['other-digest'])
    expect(await made(sign('sha256', Buffer.from(text()), { key: key.privateKey, padding: 6 }))).toEqual(['pss-padding'])
    expect(await made(sign('sha256', digest, key.privateKey))).toEqual(['hashed-twice'])
    expect(await made(sign('sha256', Buffer.from(digest.toString('hex')), key.privateKey))).toEqual(['hashed-twice'])
    expect(await made(privateEncrypt(key.privateKey, digest))).toEqual(['digest-info-missing'])
    expect(await made(createHmac('sha1', `${secret}&`).update(text()).digest())).toEqual(['hmac-for-rsa'])
    expect(await made(createHmac('sha1', secret).update(text()).digest())).toEqual(['hmac-for-rsa', 'hmac-key-without-ampersand'])
  })

  it('with the key of another profile names it; with an unknown key it lists the compared fingerprints', async () => {
    const other = testKey(2048)
    const pasted = signedHttp(request, oauth, text(), other)
    const found = await diagnose({ ...known(key), text: pasted })
    const fingerprint = createHash('sha256').update(key.publicKey.export({ type: 'spki', format: 'der' })).digest('hex').match(/../g)!.join(':')
    expect(found).toMatchObject({
      verdict: 'unexplained', suspicion: { id: 'unknown-key', keys: [{ fingerprint, bits: 2048 }] },
    })
    expect((await diagnose({ ...known(key), text: signedHttp(request, oauth, text(), key) })).suspicion).toBeNull()
    const cause = { id: 'key-of-other-profile', explanation: 'another', fix: 'own' }
    const keys = [...known(key).keys, { key: other.publicKey, causes: [cause] }]
    expect(idsOf(await diagnose({ ...known(key), keys, text: pasted }))).toEqual(['key-of-other-profile'])
  })

  it('with a time in milliseconds is not a correct request', async () => {
    const late = oauth.map(([name, value]) => [name, name === 'oauth_timestamp' ? `${value}123` : value] as const)
    const right = baseString('POST', request.url, [...request.pairs, ...late])
    expect(await causesOf(signedHttp(request, late, right, key))).toEqual(['timestamp-in-milliseconds'])
  })
})

describe('a value that was signed in another spelling than the sent one', () => {
  it.each([
    ['number-written-otherwise', ['amount', '10.10'], '10.1'], ['number-written-otherwise', ['amount', '10'], '10.00'],
    ['amount-in-other-units', ['amount', '10.15'], '1015'], ['amount-in-other-units', ['amount', '1015'], '10.15'],
    ['plus-sent-unencoded', ['email', 'a b@c.example'], 'a+b@c.example'], ['empty-as-word', ['comment', ''], 'null'],
    ['values-html-escaped', ['order_desc', 'Coat & hat'], 'Coat &amp; hat'],
    ['body-encoded-twice', ['order_desc', 'Coat%20%26%20hat'], 'Coat & hat'], ['body-encoded-twice', ['order_desc', 'p%20q'], 'p q'],
    ['body-encoded-twice', ['order_desc', 'Coat+%26+hat'], 'Coat & hat'],
  ] as const)('is %s: %j', async (cause, [name, sent], signed) => {
    const oauth = oauthOf(random(3))
    const request = { ...rightRequest('payout-v4', random(3)), url: 'https://gate.example/gw/api/v4/payout/22903' }
    // The description has a space, too, which was encoded.
    const withValue = (value: string) => ({ ...request, pairs: [['purpose', 'a b'], [name, value]] as const })
    const text = baseString('POST', request.url, [...withValue(signed).pairs, ...oauth])
    const pasted = signedHttp(withValue(sent), oauth, text, key)
    expect(idsOf(await diagnose({ ...known(key), text: pasted }))).toEqual([cause])
  })
})

describe('OAuth parameters that are in the header and in the body', () => {
  it('must have one value: a nonce or time that was created twice is named, whichever of them was signed', async () => {
    const next = random(5)
    const request = rightRequest('payout-v4', next)
    const [inHeader, inBody] = [oauthOf(next), oauthOf(next)]
    for (const signed of [inHeader, inBody]) {
      const text = baseString('POST', request.url, [...request.pairs, ...signed])
      const pasted = signedHttp(request, inHeader, text, key).replace(printForm(inHeader), printForm(inBody))
      expect(idsOf(await diagnose({ ...known(key), text: pasted }))).toEqual(['oauth-parameters-differ'])
    }
    const text = baseString('POST', request.url, [...request.pairs, ...inHeader])
    const onlyInHeader = signedHttp(request, inHeader, text, key).replace(`&${printForm(inHeader)}`, '')
    expect((await diagnose({ ...known(key), text: onlyInHeader })).verdict).toBe('valid')
  })
})

describe('a control in the wrong form', () => {
  const url = 'https://gate.example/gw/api/v2/get-card-info/22903'
  const causesOf = async (control: string) => idsOf(await diagnose({
    ...known(null), text: `POST ${url}\n\nlogin=${login}&cardrefid=1000001&control=${control}`,
  }))
  const hash = (algorithm: string, text = `${login}1000001${secret}`) => createHash(algorithm).update(text).digest()

  it('is explained', async () => {
    expect(await causesOf(hash('sha1').toString('hex'))).toEqual([])
    expect(await causesOf(hash('sha1').toString('hex').toUpperCase())).toEqual(['upper-case-hex'])
    expect(await causesOf(`${hash('sha1').toString('hex')}%0A`)).toEqual(['control-with-spaces'])
    const digits = hash('sha1').toString('hex')
    for (const printed of [`SHA1(stdin)= ${digits}`, `(stdin)= ${digits}\n`, `${digits}  -`, `${digits} *stdin`, `SHA1 (text.txt) = ${digits}`]) {
      expect(await causesOf(percentEncode(printed)), printed).toEqual(['control-as-printed'])
    }
    expect(await causesOf(percentEncode(hash('sha1').toString('base64')))).toEqual(['control-base64'])
    expect(await causesOf(hash('md5').toString('hex'))).toEqual(['md5-for-sha-1'])
    expect(await causesOf(hash('sha256').toString('hex'))).toEqual(['sha-256-for-sha-1'])
    expect(await causesOf(createHmac('sha1', secret).update(`${login}1000001`).digest('hex'))).toEqual(['hmac-for-sha-1'])
    expect(await causesOf(hash('sha1', hash('sha1').toString('hex')).toString('hex'))).toEqual(['control-hashed-twice'])
  })
})

describe('a control of a request by hand', () => {
  const causesOf = async (changes: Readonly<Record<string, string>>, text: string) => {
    const sent = { client_orderid: 'inv-1', amount: '10.15', currency: 'USD', email: 'a%40b.example', ...changes }
    const body = Object.entries(sent).filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`).join('&')
    const control = createHash('sha1').update(`${text}${secret}`).digest('hex')
    return idsOf(await diagnose({ ...known(null), text: `POST https://gate.example/gw/api/v2/sale/22903\n\n${body}&control=${control}` }))
  }

  it('is wrong because of an unencoded plus, and because of a value that was never sent', async () => {
    expect(await causesOf({}, '22903inv-11015a@b.example')).toEqual([])
    expect(await causesOf({ email: 'a+c@b.example' }, '22903inv-11015a+c@b.example')).toEqual(['plus-sent-unencoded'])
    for (const word of ['null', 'undefined', 'None']) expect(await causesOf({ email: '' }, `22903inv-11015${word}`)).toEqual(['empty-as-word'])
  })

  it('is not blamed on the secret if a value was encoded twice, composed or decomposed, or lost letters', async () => {
    expect(await causesOf({ client_orderid: 'inv%252010' }, '22903inv 101015a@b.example')).toEqual(['body-encoded-twice'])
    expect(await causesOf({ client_orderid: 'inv%2B10' }, '22903inv 101015a@b.example')).toEqual(['body-encoded-twice'])
    expect(await causesOf({ client_orderid: 'inv-e%CC%81' }, '22903inv-\u00e91015a@b.example')).toEqual(['composed-letters'])
    expect(await causesOf({ client_orderid: 'inv-%C3%A9' }, '22903inv-e\u03011015a@b.example')).toEqual(['decomposed-letters'])
    expect(await causesOf({ client_orderid: 'inv-%C3%A9' }, '22903inv-?1015a@b.example')).toEqual(['letters-lost'])
  })

  it('is not blamed on the secret if the body is not UTF-8, or the amount not a decimal number', async () => {
    expect(await causesOf({ client_orderid: 'inv-%E9' }, '22903inv-é1015a@b.example')).toEqual(['body-not-utf-8'])
    expect(await causesOf({ client_orderid: 'inv-%C3%A9' }, '22903inv-é1015a@b.example')).toEqual([])
    expect(await causesOf({ client_orderid: 'inv-%EF%BF%BD' }, '22903inv-\uFFFD1015a@b.example')).toEqual([])
    for (const amount of ['10%2C15', '1%2C010.15', '10.15 USD', '-10.15']) {
      expect(await causesOf({ amount }, '22903inv-11015a@b.example')).toContain('amount-not-decimal')
    }
  })

  it('is not blamed on the secret if a covered value was sent twice: which of them counts is not known', async () => {
    const control = createHash('sha1').update(`${login}inv-25${secret}`).digest('hex')
    const body = `login=${login}&client_orderid=inv-1&client_orderid=inv-2&orderid=5&control=${control}`
    const found = await diagnose({ ...known(null), text: `POST https://gate.example/gw/api/v2/status/22903\n\n${body}` })
    expect(found).toMatchObject({ verdict: 'unexplained', suspicion: null })
    expect(found.findings).toContainEqual(expect.objectContaining({ id: 'repeated-parameter', detail: expect.stringContaining('client_orderid') as string }))
  })

  it('is not reported as missing if the text contains it outside a readable body', async () => {
    const control = createHash('sha1').update(`${login}inv-15${secret}`).digest('hex')
    const url = 'https://gate.example/gw/api/v2/status/22903'
    const python = `requests.post("${url}", data={"login": "${login}", "client_orderid": "inv-1", "orderid": "5", "control": "${control}"})`
    const found = await diagnose({ ...known(null), text: python })
    expect(found).toMatchObject({ verdict: 'unexplained', causes: [], findings: [{ id: 'signature-unreadable' }] })
    expect(found.findings[0]?.detail).toContain('control, but not in a part that can be read')
    const without = `POST ${url}\n\nlogin=${login}&client_orderid=inv-1&orderid=5`
    expect(idsOf(await diagnose({ ...known(null), text: without }))).toEqual(['control-not-sent'])
    const signed = `requests.post("${url.replace('v2', 'v4')}", headers={"oauth_signature": "${control}"})`
    expect(await diagnose({ ...known(null), text: signed })).toMatchObject({ verdict: 'unexplained', findings: [{ id: 'signature-unreadable' }] })
  })

  it('of a callback, if correct, lists values that were sent twice', async () => {
    const control = createHash('sha1').update(`approved5inv-1${secret}`).digest('hex')
    const query = `status=approved&merchant_order=inv-1&client_orderid=inv-1&orderid=5&type=sale&amount=1&control=${control}&status=declined`
    const found = await diagnose({ ...known(null), text: `https://shop.example/callback?${query}` })
    expect(found).toMatchObject({ verdict: 'valid', recognised: { form: 'callback' } })
    expect(found.findings).toContainEqual({ id: 'repeated-parameter', detail: 'Sent more than once: status. The first value is used here, other systems may use another.' })
  })

  it('names the decimals of the currency if the amount was shifted exactly by two digits', async () => {
    expect(await causesOf({ amount: '1000', currency: 'JPY' }, '22903inv-1100000a@b.example')).toEqual(['minor-units-wrong-power'])
    expect(await causesOf({ amount: '10.150', currency: 'KWD' }, '22903inv-11015a@b.example')).toEqual(['minor-units-wrong-power'])
    expect(await causesOf({ amount: '0.29' }, '22903inv-128a@b.example')).toEqual(['minor-units-cut'])
  })
})

describe('a control with another secret', () => {
  const url = 'https://gate.example/gw/api/v2/get-card-info/22903'
  const digest = (text: string) => createHash('sha1').update(text).digest('hex')
  const found = async (control: string, card = '1000001') =>
    await diagnose({ ...known(null), text: `POST ${url}\n\nlogin=${login}&cardrefid=${card}&control=${control}` })

  it('is reported as correct except for the secret, if every value is present', async () => {
    expect(await found(digest(`${login}1000001another secret`))).toMatchObject({ verdict: 'unexplained', suspicion: { id: 'other-secret' } })
    expect((await found(digest(`${login}1000001${secret}`))).suspicion).toBeNull()
  })

  it('is not reported so if a value is missing or a mistake is proven', async () => {
    expect((await found(digest(`${login}another secret`), '')).suspicion).toBeNull()
    expect((await found(digest(`1000001${login}${secret}`))).suspicion).toBeNull()
  })

  it('attack: a forged callback is never reported as correct except for the secret', async () => {
    const forged = 'status=approved&merchant_order=inv-1&client_orderid=inv-1&orderid=1&type=sale&amount=10.15'
    const text = `https://shop.example/paid?${forged}&control=${digest('approved1inv-1guessed')}`
    expect(await diagnose({ ...known(null), text })).toMatchObject({ verdict: 'unexplained', suspicion: null })
  })

  it.each([' %', '% '])('a space before or after the secret (%j) is reported for the secret', async (shape) => {
    expect(idsOf(await found(digest(`${login}1000001${shape.replace('%', secret)}`)))).toEqual(['secret-with-spaces'])
  })

  it('and for the value if that was sent with it', async () => {
    expect(idsOf(await found(digest(`${login}1000001 ${secret}`), '1000001+'))).toEqual(['spaces-kept'])
  })
})

describe('a secret', () => {
  const next = random(3)
  const request = rightRequest('transfer-v4', next, true)
  const oauth = oauthOf(next)
  const right = baseString('POST', request.url, [...request.pairs, ...oauth])

  it('is never returned: card numbers and cvv are masked in the expected text', async () => {
    const diagnosis = await diagnose({ ...known(key), text: signedHttp(request, oauth, right.replaceAll('%2520', '%2B'), key) })
    const causesOf = JSON.stringify(diagnosis)
    expect(diagnosis.verdict).toBe('explained')
    for (const hidden of ['4111111111111111', '5555555555554444', secret]) expect(causesOf).not.toContain(hidden)
    expect(diagnosis.expected).toMatchObject({ baseString: expect.stringContaining('cvv2%3DXXX') })
  })

  it('is not guessed if it was masked before pasting', async () => {
    const masked = { ...request, pairs: request.pairs.map(([name, value]) => [name, name === 'cvv2' ? 'XXX' : value] as const) }
    const signature = sign('sha256', Buffer.from(right), key.privateKey).toString('base64')
    const diagnosis = await diagnose({ ...known(key), text: oauthHttp(masked, oauth, signature) })
    expect(diagnosis).toMatchObject({ verdict: 'unexplained', tried: 0, findings: expect.arrayContaining([expect.objectContaining({ id: 'masked-values' })]) })
  })
})
