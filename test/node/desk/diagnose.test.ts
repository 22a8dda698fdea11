import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import { nonceInBaseString } from '#shared/gateway/signing/oauth.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { diagnosisSchema, type DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { entryText } from '../../../renderer/features/inspector/entry-text.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
const url = 'https://gate.example/gw/api/v2/make-rebill-sale/1001'
const fields: readonly Pair[] = [
  ['client_orderid', 'inv-1'], ['login', 'shop'], ['cardrefid', '1000001'], ['amount', '10.15'], ['currency', 'USD'],
  ['order_desc', 'a coat'], ['ipaddress', '203.0.113.9'], ['cvv2', '737'],
]
const rightText = (secret: string) => `1001shopinv-110000011015USD${secret}`

function curl(control: string, pairs: readonly Pair[] = fields, to = url): string {
  return `curl -X POST '${to}' -d '${printForm([...pairs, ['control', control]])}'`
}

/** With few values: a search without a result tries all pairs of mistakes, whose number grows with them. */
const lookUp = (control: string, login = 'shop', further: readonly Pair[] = []) =>
  curl(control, [['login', login], ['cardrefid', '1000001'], ...further], 'https://gate.example/gw/api/v2/get-card-info/1001')
const lookUpText = (secret: string, login = 'shop') => `${login}1000001${secret}`

async function diagnose(
  desk: TestDesk, text: string, changes: { profileId?: ProfileId; isChosen?: boolean; runId?: string } = {},
): Promise<DiagnosisAnswer> {
  const found = await desk.call('inspector.diagnose', {
    runId: 'r-1', text, profileId: desk.profileId, isChosen: false, operation: null, entryPoint: null, ...changes,
  })
  // The result also passes the contract, without losing a part.
  expect(diagnosisSchema.parse(found)).toEqual(found)
  return found
}
const ids = ({ causes }: DiagnosisAnswer) => causes.map(({ id }) => id)

describe('a pasted request with a control', () => {
  it('is valid, with the detected operation and the expected text', async () => {
    const desk = await open()
    const found = await diagnose(desk, curl(sha1(rightText(desk.secret))))
    expect(found).toMatchObject({
      verdict: 'valid', causes: [], sides: null,
      recognised: { form: 'curl', authentication: 'control', operation: 'recurrent-payment', entryPoint: '1001' },
      expected: { kind: 'control-text', text: rightText('{merchant_control}') },
    })
  })

  it('is explained, with the differing part side by side and code for it', async () => {
    const desk = await open()
    const found = await diagnose(desk, curl(sha1(rightText(desk.secret).replace('1015', '10.15'))))
    expect(found.verdict).toBe('explained')
    expect(ids(found)).toEqual(['major-units'])
    expect(found.causes[0]?.fix).not.toBe('')
    expect(found.sides).toMatchObject({ source: 'proven' })
    expect(found.sides?.rows.filter(({ differs }) => differs)).toMatchObject([{ part: 'value', theirs: '10.15', ours: '1015' }])
  })

  it('by an unknown secret has that first, and the profile that it was compared with', async () => {
    const desk = await open()
    const { profiles } = await desk.call('profiles.list', null)
    const { login, name } = profiles[0]!.profile
    const found = await diagnose(desk, lookUp(sha1(lookUpText('a secret of nobody', login)), login))
    expect(found).toMatchObject({ verdict: 'unexplained', suspicion: { id: 'other-secret', about: name } })
    expect(found.suspicion?.explanation).toMatch(/^Probably the wrong secret\. The rest looks right/)
    const others = await diagnose(desk, lookUp(sha1(lookUpText('a secret of nobody'))))
    expect(others.suspicion?.explanation).toMatch(/^The login of the request is not that of this profile/)
  })

  it('by the secret of another profile has that profile', async () => {
    const desk = await open()
    const id = await desk.addProfile('staging', 'Acme staging')
    await desk.call('profiles.storeSecret', { id, secret: 'the other secret' })
    const found = await diagnose(desk, curl(sha1(rightText('the other secret'))))
    expect(found.causes).toMatchObject([{ id: 'secret-of-other-profile', about: 'Acme staging' }])
    expect(await diagnose(desk, curl(sha1(rightText('the other secret'))), { profileId: id })).toMatchObject({ verdict: 'valid' })
  })

  it('is compared with no secret of an environment that may not be used here', async () => {
    const usableEnvironments: Environment[] = ['sandbox', 'staging']
    const desk = await open({
      system: { description: { version: '0', platform: 'test', osUser: 'm.keller', host: 'stand-in', usableEnvironments, showsNotices: true } },
    })
    const id = await desk.addProfile('staging', 'Acme staging')
    await desk.call('profiles.storeSecret', { id, secret: 'the other secret' })
    const input = { runId: 'r', text: lookUp(sha1(lookUpText('the other secret'))), isChosen: false, operation: null, entryPoint: null }
    expect((await diagnose(desk, input.text)).verdict).toBe('explained')
    usableEnvironments.pop()
    expect((await diagnose(desk, input.text)).verdict).toBe('unexplained')
    expect(await desk.refused('inspector.diagnose', { ...input, profileId: id })).toEqual({ code: 'environment-not-usable-here' })
  })

  it('reports that the own secret is missing, and uses the given operation and endpoint', async () => {
    const desk = await open()
    const { id } = await desk.call('profiles.save', {
      id: null, draft: { ...builtInProfile, name: 'New', gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:9' } },
    })
    const found = await desk.call('inspector.diagnose', {
      runId: 'r', text: printForm([...fields, ['control', sha1(rightText(desk.secret))]]), profileId: id, isChosen: false,
      operation: 'recurrent-payment', entryPoint: '1001',
    })
    expect(ids(found)).toEqual(['secret-of-other-profile'])
    expect(found.findings.map((one) => one.id)).toContain('secret-missing')
    expect(found.recognised).toMatchObject({ operation: 'recurrent-payment', entryPoint: '1001' })
  })

  it('is not diagnosed on a locked desk', async () => {
    const desk = await open()
    await desk.call('access.lock', null)
    const input = { runId: 'r', text: curl(''), isChosen: false, operation: null, entryPoint: null }
    expect(await desk.refused('inspector.diagnose', { ...input, profileId: desk.profileId })).toEqual({ code: 'desk-locked' })
  })
})

describe('a pasted request with a signature', () => {
  const cardUrl = 'https://gate.example/gw/api/v4/create-card-ref/1001'

  function signed(privateKey: string, spoil: (text: string) => string = (text) => text, nonce = 'abc'): string {
    const body: readonly Pair[] = [['client_orderid', 'inv 1'], ['orderid', '77']]
    const oauth: readonly Pair[] = [
      ['oauth_consumer_key', 'shop'], ['oauth_nonce', nonce], ['oauth_signature_method', 'RSA-SHA256'],
      ['oauth_timestamp', '1700000000'], ['oauth_version', '1.0'],
    ]
    const parameters = [...body, ...oauth].map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).sort().join('&')
    const text = spoil(`POST&${percentEncode(cardUrl)}&${percentEncode(parameters)}`)
    const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64')
    const header = [...oauth, ['oauth_signature', signature] as const].map(([name, value]) => `${name}="${percentEncode(value)}"`)
    return `POST ${cardUrl} HTTP/1.1\nAuthorization: OAuth ${header.join(', ')}\n\n${printForm(body)}`
  }

  async function deskWithKey() {
    const desk = await open()
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const key = await desk.call('keys.importText', { name: 'Mine', environment: 'staging', pem: privateKey })
    const id = await desk.addProfile('staging', 'Acme staging')
    const draft = { ...builtInProfile, name: 'Acme staging', environment: 'staging' as const, keyId: key.id, gateway: { kind: 'address' as const, baseUrl: 'https://gate.example' } }
    await desk.call('profiles.save', { id, draft })
    return { desk, privateKey, staging: id }
  }

  it('is diagnosed for the profile of its address, unless a person chooses another', async () => {
    const { desk, privateKey, staging } = await deskWithKey()
    const byItself = await diagnose(desk, signed(privateKey))
    expect(byItself.verdict).toBe('valid')
    expect(byItself.recognised.profile).toEqual({ id: staging, name: 'Acme staging', by: 'request' })
    const chosen = await diagnose(desk, signed(privateKey), { isChosen: true })
    expect(chosen.recognised.profile).toMatchObject({ id: desk.profileId, by: 'person' })
    expect(chosen.causes).toMatchObject([{ id: 'key-of-other-profile', about: 'Acme staging' }])
  })

  it('with a nonce that the history has is reported beside the verdict', async () => {
    const { desk, privateKey } = await deskWithKey()
    const { signedText } = await desk.call('cards.register', {
      profileId: desk.profileId, entryPoint: endpoint, version: 'v4', values: { merchantOrderId: 'inv 1', orderId: '77' },
    })
    const seen = await diagnose(desk, signed(privateKey, undefined, nonceInBaseString(signedText) ?? ''))
    expect(seen.verdict).toBe('valid')
    const nonceOf = ({ findings }: typeof seen) => findings.find(({ id }) => id === 'nonce-seen')?.detail
    expect(nonceOf(seen)).toContain('create-card-ref-v4')
    expect(nonceOf(await diagnose(desk, signed(privateKey)))).toBe(undefined)
  })

  it('is explained by the signed text, shown unchanged beside ours', async () => {
    const { desk, privateKey, staging } = await deskWithKey()
    const found = await diagnose(desk, signed(privateKey, (text) => text.replace('%2520', '%2B')), { profileId: staging })
    expect(found.verdict).toBe('explained')
    const differing = found.sides?.rows.filter(({ differs }) => differs)
    expect(differing).toMatchObject([{ part: 'parameter', name: 'client_orderid', theirs: 'inv%2B1', ours: 'inv%25201' }])
  })
})

describe('a callback', () => {
  const callback = (secret: string, pairs: readonly Pair[] = callbackPairs) => printForm([
    ...pairs, ['control', sha1(`${pairs.find(([name]) => name === 'status')?.[1] ?? ''}6768788inv-1${secret}`)],
  ])
  const callbackPairs: readonly Pair[] = [
    ['status', 'approved'], ['merchant_order', 'inv-1'], ['client_orderid', 'inv-1'], ['orderid', '6768788'],
    ['type', 'sale'], ['amount', '10.15'],
  ]

  it('is recognised anywhere in the text, and correct or not by the secret', async () => {
    const desk = await open()
    const found = await diagnose(desk, `GET /paid?${callback(desk.secret)} HTTP/1.1\nHost: shop.example\n\n`)
    expect(found).toMatchObject({
      verdict: 'valid', compared: 'signature', recognised: { form: 'callback', authentication: 'control' },
      expected: { kind: 'control-text', text: 'approved6768788inv-1{merchant_control}' }, corrected: null,
    })
    expect(found.findings.map(({ id }) => id)).toEqual(['callback-covers'])
    expect((await diagnose(desk, callback('somebody else\'s'))).verdict).toBe('unexplained')
  })

  it('without a mandatory field is refused, whatever its control', async () => {
    const desk = await open()
    const found = await diagnose(desk, callback(desk.secret, callbackPairs.filter(([name]) => name !== 'amount')))
    expect(ids(found)).toEqual(['callback-incomplete'])
    expect(ids(await diagnose(desk, printForm(callbackPairs)))).toEqual(['callback-without-control'])
  })

  it('with the text that was hashed to check it reports the mistake in that text', async () => {
    const desk = await open()
    const found = await diagnose(desk, `${callback(desk.secret)}\n\ncontrol text: approvedinv-16768788{merchant_control}`)
    expect(ids(found)).toEqual(['values-in-other-order'])
    expect(found.compared).toBe('text')
  })
})

describe('a request of the history', () => {
  it.each(['v2', 'v4'] as const)('can be compared by its text although its values are masked: %s', async (version) => {
    const desk = await open()
    const { entryId } = await desk.call('cards.register', {
      profileId: desk.profileId, entryPoint: endpoint, version, values: { merchantOrderId: 'inv 1', orderId: '77' },
    })
    const text = entryText(await desk.call('inspector.fromEntry', { entryId }))
    expect(await diagnose(desk, text)).toMatchObject({ verdict: 'valid', compared: 'text', causes: [], findings: [] })
    const other = await diagnose(desk, text.replace(/(Control text: .*|Base string: .*)inv/, '$1Inv'))
    expect(other).toMatchObject({ verdict: 'unexplained', compared: 'text' })
    expect(other.sides?.rows.some(({ differs }) => differs)).toBe(true)
  })
})

describe('a search among pairs', () => {
  const further = ['email', 'city', 'zip_code', 'phone', 'state', 'country', 'address1', 'first_name', 'last_name', 'comment', 'purpose', 'site_url']
  const hopeless = (desk: TestDesk, runId: string) => desk.refused('inspector.diagnose', {
    runId, text: curl(randomBytes(20).toString('hex'), [...fields, ...further.map((name): Pair => [name, `value of ${name}`])]),
    profileId: desk.profileId, isChosen: false, operation: null, entryPoint: null,
  })

  it('reports its progress, ends when it is cancelled, and allows the next', async () => {
    const desk = await open()
    const running = hopeless(desk, 'long')
    await expect.poll(() => desk.events.filter(({ name }) => name === 'inspector.diagnosing').length).toBeGreaterThan(0)
    expect(desk.events.find(({ name }) => name === 'inspector.diagnosing')?.payload).toMatchObject({ runId: 'long' })
    await desk.call('inspector.cancelDiagnosis', { runId: 'another' })
    await desk.call('inspector.cancelDiagnosis', { runId: 'long' })
    expect(await running).toEqual({ code: 'cancelled' })
    expect((await diagnose(desk, curl(sha1(rightText(desk.secret))))).verdict).toBe('valid')
  })

  it('ends when a newer one starts', async () => {
    const desk = await open()
    const older = hopeless(desk, 'older')
    const newer = diagnose(desk, curl(sha1(rightText(desk.secret))), { runId: 'newer' })
    expect(await older).toEqual({ code: 'cancelled' })
    expect((await newer).verdict).toBe('valid')
  })
})

/** A digest or key of the example contains any three digits by chance. */
function withoutDigests(vector: string | null): unknown {
  if (vector === null) return null
  const { control, signature, publicKey, privateKey, ...others } = JSON.parse(vector) as Record<string, unknown>
  expect([control, signature, publicKey, privateKey].some((one) => one !== undefined)).toBe(true)
  return others
}

describe('a pasted text', () => {
  const cardNumber = '4111111111111111'

  it('is returned masked, in every part, whatever was signed', async () => {
    const desk = await open()
    const body: readonly Pair[] = [
      ['cvv2', '737'], ['credit_card_number', cardNumber], ['order_desc', `card ${cardNumber}`], ['CVC', '9731'], [cardNumber, 'x '],
    ]
    const theirs = `shop${cardNumber}9731${desk.secret}`
    const lookedUp = (control: string) => lookUp(control, 'shop', body)
    for (const text of [
      lookedUp(sha1(lookUpText(desk.secret))), lookedUp(sha1(theirs)), `${lookedUp('')}\ncontrol text: ${theirs}`,
      `${lookedUp('')}\nPOST&https%3A%2F%2Fgate.example%2Fx&cvv2%3D737%26CVC%3D9731%26z%3D737%2520${cardNumber}%26control%3D${desk.secret}`,
      `POST https://me:hunter22@gate.example/gw/api/v2/sale/${cardNumber}?cvv2=737\n\n${printForm(body)}`,
    ]) {
      const { vector, ...found } = await diagnose(desk, text)
      const shown = JSON.stringify([found, withoutDigests(vector)])
      expect(shown).not.toContain(cardNumber)
      expect(shown).not.toMatch(/737|9731|hunter22/)
      expect(shown).not.toContain(desk.secret)
    }
  })

  it('is written neither to the journal nor to the log', async () => {
    const lines: unknown[] = []
    const desk = await open({ log: (event, details) => { lines.push(event, details) } })
    await diagnose(desk, lookUp(sha1('wrong'), 'shop', [['client_orderid', 'seen-nowhere']]))
    expect(JSON.stringify(lines)).not.toContain('seen-nowhere')
    expect((await desk.call('history.search', { text: '', states: [], operations: [], profileId: null, before: null, limit: 50 })).rows).toEqual([])
  })

  it('that is not a request is reported as such', async () => {
    const desk = await open()
    const found = await diagnose(desk, 'Dear support,\nsee attached')
    expect(found).toMatchObject({ verdict: 'unexplained', tried: 0, recognised: { form: null }, findings: [{ id: 'nothing-recognised' }] })
  })
})
