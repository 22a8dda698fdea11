import { createHash, createHmac, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { baseString } from '#shared/gateway/signing/oauth.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { Diagnosis } from '../../../electron/inspector/diagnosis.ts'
import { diagnose, known, login, oauthOf, random, secret, testKey } from '../../support/inspector/random-requests.ts'

const idsOf = ({ causes }: Diagnosis) => causes.map(({ id }) => id)

describe('a right control whose body is not sent as a form', () => {
  const control = createHash('sha1').update(`shopA177${secret}`).digest('hex')
  const fields = [['login', 'shop'], ['client_orderid', 'A1'], ['orderid', '77'], ['control', control]] as const
  const body = fields.map((pair) => pair.join('=')).join('&')
  const url = 'https://gate.example/gw/api/v2/status/22903'
  const http = (type: string, text = body) => `POST ${url} HTTP/1.1\r\nContent-Type: ${type}\r\n\r\n${text}`
  const bare = `POST ${url} HTTP/1.1\r\nHost: gate.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const diagnosisOf = async (text: string) => diagnose({ ...known(null), text })

  it.each([
    ['a string that fetch sends', http('text/plain;charset=UTF-8')],
    ['a form that is called JSON', http('application/json')],
    ['a string that Go sends, without a type', bare],
    ['curl -F', `curl ${url} ${fields.map((pair) => `-F '${pair.join('=')}'`).join(' ')}`],
    ['an array of PHP, as a proxy shows it', http('multipart/form-data; boundary=b', fields
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`).join('\r\n'))],
  ])('is not called right: %s', async (_, text) => {
    const found = await diagnosisOf(text)
    expect(found.verdict).toBe('explained')
    expect(idsOf(found)).toEqual(['body-not-form'])
  })

  it.each([
    ['a collection of Postman', JSON.stringify({ item: [{ request: {
      method: 'POST', url: { raw: url }, body: { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value })) },
    } }] }), 'names control, but not in a part that can be read'],
    ['a dictionary of Python', `POST ${url}\n\n{${fields.map(([name, value]) => `'${name}': '${value}'`).join(', ')}}`, 'names control, but not in a part that can be read'],
    ['a body in a file', `curl ${url} -d @body.txt`, 'in a file or a variable'],
    ['a body in a variable', `curl ${url} -d login=shop -d "$BODY"`, 'in a file or a variable'],
  ])('is not called missing in %s', async (_, text, detail) => {
    const found = await diagnosisOf(text)
    expect(found).toMatchObject({ verdict: 'unexplained', causes: [], findings: [{ id: 'signature-unreadable' }] })
    expect(found.findings[0]?.detail).toContain(detail)
  })

  it('is not called missing where a log names the address alone', async () => {
    const log = `info: System.Net.Http.HttpClient.Default.LogicalHandler[100]\n      Start processing HTTP request POST ${url}`
    for (const text of [log, `INFO POST ${url} -> 200`]) {
      const found = await diagnosisOf(text)
      expect(found).toMatchObject({ verdict: 'unexplained', causes: [], findings: [{ id: 'signature-unreadable' }] })
      expect(found.findings[0]?.detail).toContain('No body of the request could be read')
    }
    expect(idsOf(await diagnosisOf(`INFO POST ${url} login=a&orderid=7 -> 200`))).toContain('control-not-sent')
  })

  it('is in the query of the URL, where the gateway does not read it: it was not sent', async () => {
    const raw = `POST ${new URL(url).pathname}?${body} HTTP/1.1\r\nHost: gate.example\r\nContent-Length: 0\r\n\r\n`
    for (const text of [raw, `curl -X POST '${url}?${body}'`]) expect(idsOf(await diagnosisOf(text))).toEqual(['control-not-sent'])
  })

  it('is not reported as missing, nor a signature as correct, if only the headers were pasted', async () => {
    const head = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 81'
    const unpasted = { verdict: 'unexplained', causes: [], findings: [{ id: 'signature-unreadable', detail: expect.stringContaining('No body of the request could be read') }] }
    expect(await diagnosisOf(`POST ${url} HTTP/1.1\r\n${head}\r\n\r\n`)).toMatchObject(unpasted)
    expect(idsOf(await diagnosisOf(`POST ${url} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`))).toEqual(['control-not-sent'])
    const [key, oauth, signed] = [testKey(), oauthOf(random(11)), url.replace('/v2/', '/v4/')]
    const signature = sign('sha256', Buffer.from(baseString('POST', signed, oauth)), key.privateKey).toString('base64')
    const header = [...oauth, ['oauth_signature', signature] as const].map(([name, value]) => `${name}="${percentEncode(value)}"`)
    for (const text of [`POST ${signed} HTTP/1.1\r\n${head}\r\nAuthorization: OAuth ${header.join(', ')}`, `${signed}\nOAuth ${header.join(', ')}`]) {
      expect(await diagnose({ ...known(key), text })).toMatchObject(unpasted)
    }
  })

  it.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])('is right as %s', async (type) => {
    expect((await diagnosisOf(http(type))).verdict).toBe('valid')
  })
})

describe('a correct signature in a request that the gateway refuses for its form', () => {
  const key = testKey()
  const url = 'https://gate.example/gw/api/v4/create-card-ref/22903'
  const fields: readonly Pair[] = [['client_orderid', 'A1'], ['orderid', '77']]
  const right = oauthOf(random(11))
  const signatureOf = (oauth: readonly Pair[]) =>
    sign('sha256', Buffer.from(baseString('POST', url, [...fields, ...oauth])), key.privateKey).toString('base64')
  const quoted = ([name, value]: Pair) => `${name}="${percentEncode(value)}"`
  const headerOf = (oauth: readonly Pair[], write = quoted) =>
    `Authorization: OAuth ${[...oauth, ['oauth_signature', signatureOf(oauth)] as const].map(write).join(', ')}`
  const http = (headers: readonly string[], pairs: readonly Pair[]) => [
    `POST ${url} HTTP/1.1`, 'Content-Type: application/x-www-form-urlencoded', ...headers, '', printForm(pairs),
  ].join('\r\n')
  const diagnosisOf = async (text: string, switches = defaultSwitches) => diagnose({ ...known(key), switches, text })
  const inBody: Pair = ['oauth_signature', signatureOf(right)]
  const changed = (name: string, value: string) => right.map((pair): Pair => pair[0] === name ? [name, value] : pair)

  it('names the signature in the body, also where it is only there, and does not blame its encoding in a header', async () => {
    expect(idsOf(await diagnosisOf(http([headerOf(right)], [...fields, ...right])))).toEqual([])
    expect(idsOf(await diagnosisOf(http([headerOf(right)], [...fields, ...right, inBody])))).toEqual(['signature-in-body'])
    expect(idsOf(await diagnosisOf(http([], [...fields, ...right, inBody])))).toEqual(['signature-in-body'])
  })

  it('names a header whose quotes a shell removed, or are single ones, or that does not begin with OAuth', async () => {
    const bare = headerOf(right, ([name, value]) => `${name}=${percentEncode(value)}`)
    const single = headerOf(right, ([name, value]) => `${name}='${percentEncode(value)}'`)
    const curl = `curl ${url} -H "${headerOf(right)}" -d '${printForm([...fields, ...right])}'`
    for (const text of [http([bare], [...fields, ...right]), http([single], [...fields, ...right]), curl]) expect(idsOf(await diagnosisOf(text))).toEqual(['header-malformed'])
    const bearer = http([headerOf(right).replace('OAuth', 'Bearer')], [...fields, ...right])
    expect(idsOf(await diagnosisOf(bearer))).toEqual(['header-malformed'])
  })

  it('names a header with a comma behind its last parameter, or with spaces beside its equals signs', async () => {
    for (const header of [`${headerOf(right)},`, headerOf(right, ([name, value]) => `${name} = "${percentEncode(value)}"`)]) {
      expect(idsOf(await diagnosisOf(http([header], [...fields, ...right])))).toEqual(['header-malformed'])
    }
  })

  it('names an HMAC for the eligibility check, unless the profile uses it', async () => {
    const check = 'https://gate.example/gw/api/v2/pan-eligibility/send/22903'
    const all: readonly Pair[] = [['client-order-id', 'A1'], ['sending-card-ref-id', '7'], ...changed('oauth_signature_method', 'HMAC-SHA1')]
    const signature = createHmac('sha1', `${secret}&`).update(baseString('POST', check, all)).digest('base64')
    const header = [...all.slice(2), ['oauth_signature', signature] as const].map(quoted).join(', ')
    const text = `POST ${check} HTTP/1.1\r\nAuthorization: OAuth ${header}\r\n\r\n${printForm(all)}`
    expect(idsOf(await diagnosisOf(text))).toEqual(['hmac-for-rsa'])
    const switches = { ...defaultSwitches, signatureMethods: { 'pan-eligibility-send': 'HMAC-SHA1' } } as const
    expect((await diagnosisOf(text, switches)).verdict).toBe('valid')
  })

  it('names a nonce that is not encoded in the header', async () => {
    const oauth = changed('oauth_nonce', 'q+8/w==')
    const plain = headerOf(oauth, ([name, value]) => name === 'oauth_signature' ? quoted([name, value]) : `${name}="${value}"`)
    expect(idsOf(await diagnosisOf(http([headerOf(oauth)], [...fields, ...oauth])))).toEqual([])
    expect(idsOf(await diagnosisOf(http([plain], [...fields, ...oauth])))).toEqual(['header-malformed'])
  })

  it.each([
    ['version-not-accepted', 'oauth_version', '1.0a'], ['timestamp-not-whole', 'oauth_timestamp', '1795250000.12'],
    ['oauth-parameter-not-sent', 'oauth_nonce', ''], ['oauth-parameter-added', 'oauth_token', ''],
  ])('names what the gateway does not take: %s', async (cause, name, value) => {
    const oauth = right.some((pair) => pair[0] === name) ? changed(name, value) : [...right, [name, value] as const]
    expect(idsOf(await diagnosisOf(http([headerOf(oauth)], [...fields, ...oauth])))).toEqual([cause])
  })

  it('names unsigned values beside one that the gateway does not accept: an empty token', async () => {
    const header = headerOf(right).replace('OAuth ', 'OAuth oauth_token="", ')
    expect(idsOf(await diagnosisOf(http([header], [...fields, ...right])))).toEqual(['parameter-missing', 'oauth-parameter-added'])
  })

  it('names only Latin-1 if text and body have it', async () => {
    const latin1 = (text: string) => text.replaceAll('%C3%A9', '%E9').replaceAll('%25C3%25A9', '%25E9')
    const all: readonly Pair[] = [...fields, ['order_desc', 'caf\u00e9 (1)'], ...right]
    const signature = sign('sha256', Buffer.from(latin1(baseString('POST', url, all))), key.privateKey).toString('base64')
    const header = headerOf(right).replace(/oauth_signature="[^"]*"/, quoted(['oauth_signature', signature]))
    expect(idsOf(await diagnosisOf(latin1(http([header], all))))).toEqual(['latin-1', 'body-not-utf-8'])
  })

  it('names a consumer key that is not the login of the profile, unless the key is another profile’s', async () => {
    const text = http([headerOf(right)], [...fields, ...right])
    const own = { ...known(key), text }
    const found = await diagnose({ ...own, profileLogin: 'shop-login' })
    expect(found).toMatchObject({ verdict: 'valid', findings: [{ id: 'other-login' }] })
    expect(found.findings[0]?.detail).toContain('the login Shop-Login, the profile shop-login')
    expect((await diagnose({ ...own, profileLogin: login })).findings).toEqual([])
    const others = [{ key: key.publicKey, causes: [{ id: 'key-of-other-profile', explanation: '', fix: '' }] }]
    expect((await diagnose({ ...own, keys: others, profileLogin: 'shop-login' })).findings).toEqual([])
  })

  it('names an id in the URL that the profile does not have, or has as the other kind', async () => {
    interface Known { readonly id: string; readonly currency: string | null }
    const foundFor = async (entryPoints: readonly Known[], called = url) => {
      const signature = sign('sha256', Buffer.from(baseString('POST', called, [...fields, ...right])), key.privateKey).toString('base64')
      const header = [...right, ['oauth_signature', signature] as const].map(quoted).join(', ')
      const text = `POST ${called}\nAuthorization: OAuth ${header}\n\n${printForm([...fields, ...right])}`
      const { verdict, findings } = await diagnose({ ...known(key), text, entryPoints })
      expect(verdict).toBe('valid')
      return findings.map(({ id, detail }) => `${id}: ${detail}`)
    }
    const [endpoint, group] = [{ id: '22903', currency: 'USD' }, { id: '22903', currency: null }]
    for (const own of [[endpoint], [endpoint, group], []]) expect(await foundFor(own)).toEqual([])
    expect(await foundFor([group], url.replace('22903', 'group/22903'))).toEqual([])
    expect(await foundFor([group])).toEqual([expect.stringContaining('it is a group: call group/22903.')])
    expect(await foundFor([endpoint], url.replace('22903', 'group/22903'))).toEqual([expect.stringContaining('call it without "group/".')])
    expect(await foundFor([{ id: '22904', currency: 'USD' }])).toEqual([expect.stringContaining('no endpoint or group 22903')])
  })

  it('names the OAuth parameters that are not in the body, unless the profile has them in the header only', async () => {
    const text = http([headerOf(right)], [...fields, ['oauth_nonce', right[1]?.[1] ?? '']])
    const { verdict, findings } = await diagnosisOf(text)
    expect(verdict).toBe('valid')
    expect(findings.map(({ id }) => id)).toEqual(['oauth-not-in-body'])
    expect(findings[0]?.detail).toContain(
      'Not in the body: oauth_consumer_key, oauth_signature_method, oauth_timestamp, oauth_version.')
    expect((await diagnosisOf(text, { ...defaultSwitches, oauthParametersInBody: false })).findings).toEqual([])
  })
})

describe('a control that is wrong for another reason than the secret', () => {
  type Sent = Readonly<Record<string, string>>
  const causesFor = async (path: string, sent: Sent, text: string | Buffer, change = (control: string) => control) => {
    const control = change(createHash('sha1').update(text).digest('hex'))
    const body = printForm(Object.entries({ ...sent, control }))
    return diagnose({ ...known(null), text: `POST https://gate.example/gw/api${path}22903\n\n${body}` })
  }
  const charged = { client_orderid: 'inv-1', login: 'shop', cardrefid: '1000001', amount: '10.15', currency: 'USD' }
  const charge = async (changes: Sent, minor: string, ...more: [] | [string]) =>
    causesFor('/v2/make-rebill-sale/', { ...charged, ...changes },
      `22903shopinv-11000001${minor}${changes.currency ?? 'USD'}${more[0] ?? secret}`)
  const status = { login: 'shop', client_orderid: 'inv-1', orderid: '77' }

  it('ignores zeros beyond the decimals of the currency in the minor amount', async () => {
    const yen = await charge({ amount: '1000.00', currency: 'JPY' }, '1000')
    expect(yen).toMatchObject({ verdict: 'valid', expected: { controlText: '22903shopinv-110000011000JPY{merchant_control}' } })
    expect(idsOf(await charge({ amount: '1000.00', currency: 'JPY' }, '100000'))).toEqual(['minor-units-wrong-power'])
    expect((await charge({ amount: '10.1500' }, '1015')).verdict).toBe('valid')
  })

  it('has other decimals beyond those of the currency named, and a point without a digit before it', async () => {
    for (const minor of ['1015', '1016']) expect(idsOf(await charge({ amount: '10.155' }, minor))).toContain('amount-decimals')
    expect(idsOf(await charge({ amount: '1.234', currency: 'KWD' }, '1234'))).toEqual([])
    expect(idsOf(await charge({ amount: '.5' }, '50'))).toContain('amount-not-decimal')
  })

  it('has a field named that was not sent, or under another name', async () => {
    const { login, ...others } = status
    const text = `shopinv-177${secret}`
    for (const sent of [others, { ...others, Login: login }]) {
      const found = await causesFor('/v2/status/', sent, text)
      expect(idsOf(found)).toEqual(['field-not-sent'])
      expect(found.causes[0]?.explanation).toContain('Not sent: login.')
    }
    const { client_orderid: id, ...rest } = status
    for (const [path, name, right] of [['/v2/status/', 'client-order-id', 'client_orderid'], ['/3ds/v1/upload-cres-result/', 'client_orderid', 'client-order-id']] as const) {
      const found = await causesFor(path, { ...rest, [name]: id }, text)
      expect(found.causes.map(({ explanation }) => explanation)).toEqual([expect.stringContaining(`Not sent: ${right}.`)])
    }
    const withoutCurrency = await causesFor('/v2/return/', { ...status, amount: '10.15' }, `shopinv-1771015USD${secret}`)
    expect(withoutCurrency.causes.map(({ explanation }) => explanation)).toEqual([expect.stringContaining('Not sent: currency.')])
    expect(idsOf(await causesFor('/v2/status/', { login: 'shop', client_orderid: 'inv-1' }, `shopinv-1${secret}`))).toEqual([])
  })

  it('has a byte order mark before the secret, a carriage return after it, and UTF-16 named', async () => {
    expect(idsOf(await charge({}, '1015', `${secret}\r`))).toEqual(['secret-with-spaces'])
    expect(idsOf(await charge({}, '1015', `\ufeff${secret}`))).toEqual(['secret-with-spaces'])
    expect(idsOf(await causesFor('/v2/status/', status, Buffer.from(`shopinv-177${secret}`, 'utf16le')))).toEqual(['utf-16'])
  })

  it('is malformed if it was cut to the length of another digest', async () => {
    const cut = await causesFor('/v2/status/', status, `shopinv-177${secret}`, (control) => control.slice(0, 32))
    expect(cut).toMatchObject({ verdict: 'unexplained', suspicion: null, findings: [{ id: 'signature-unreadable' }] })
  })
})
