import { describe, expect, it, test } from 'vitest'
import { calls, type CallName } from '../../../shared/ipc/contract.ts'
import { bridge, from } from './bridge.ts'

const refused = { ok: false, failure: { code: 'bridge-refused' } }
const defect = { ok: false, failure: { code: 'defect' } }
const done = { ok: true, value: null }
const stored = { ok: true, value: { leftOut: [] } }
const marked = 'MARKED-BY-THE-TEST'

test('exactly the calls of the contract have a handler', () => {
  expect(bridge({}).channels).toEqual(Object.keys(calls).map((name) => `gateway-console:call:${name}`))
})

test('a call before the desk is there waits for it, and is checked and answered then', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { call, reached } = bridge({ 'app.copy': done }, promise)
  const answers = [call('app.copy', [{ text: 'an id' }]), call('app.copy', [{ text: 'an id' }], from({ origin: 'https://example.org' }))]
  await Promise.race([...answers, new Promise((passed) => { setImmediate(passed) })])
  expect(reached).toEqual([])
  resolve()
  expect(await Promise.all(answers)).toEqual([done, refused])
  expect(reached).toHaveLength(1)
})

test('a call of the own page reaches the desk as the contract parsed it', async () => {
  const { call, reached } = bridge({ 'app.copy': done })
  expect(await call('app.copy', [{ text: 'an id' }])).toEqual(done)
  expect(reached).toEqual([{ name: 'app.copy', input: { text: 'an id' } }])
})

describe('a call from elsewhere is refused and does not reach the desk', () => {
  it.each([
    ['another origin', from({ origin: 'https://example.org' })],
    ['an origin that only starts like ours', from({ origin: 'app://bundle.example' })],
    ['the own origin in capitals', from({ origin: 'APP://BUNDLE' })],
    ['the origin that URL returns for every own scheme', from({ origin: 'null' })],
    ['a subframe of the own origin', from({ parent: { origin: 'app://bundle' } })],
    ['another window', from({ sender: { name: 'another window' } })],
    ['no window', from({ sender: null })],
    ['a disposed frame', { sender: from().sender, senderFrame: null }],
    ['a frame that throws on access', { sender: from().sender, get senderFrame(): never { throw new Error('disposed') } }],
  ])('%s', async (_who, event) => {
    const { call, reached, logged, refusals } = bridge({ 'app.copy': done })
    expect(await call('app.copy', [{ text: marked }], event)).toEqual(refused)
    expect(refusals).toEqual([['app.copy', 'other-sender']])
    expect(reached).toEqual([])
    expect(logged.join()).not.toContain(marked)
  })
})

describe('an input that the contract does not allow is refused, and neither reaches the desk nor the log', () => {
  const valid = { id: 'profile', secret: marked }
  const draft = {
    name: marked, environment: 'sandbox', gateway: { kind: 'built-in' }, productWord: 'gw', login: 'merchant',
    entryPoints: [{ kind: 'group', id: '1' }], keyId: null, switches: {},
  }
  const search = { text: marked, states: [], operations: [], profileId: null, before: null, limit: 10 }
  const cyclic: { id: string, secret: unknown } = { id: 'profile', secret: null }
  cyclic.secret = cyclic
  const hostile: [string, CallName, unknown[]][] = [
    ['nothing', 'profiles.storeSecret', []],
    ['undefined', 'profiles.storeSecret', [undefined]],
    ['a second argument', 'profiles.storeSecret', [valid, marked]],
    ['an argument where none belongs', 'profiles.list', [{ text: marked }]],
    ['text for an object', 'profiles.storeSecret', [marked]],
    ['an array for an object', 'profiles.storeSecret', [[valid]]],
    ['a number for text', 'profiles.storeSecret', [{ id: 'profile', secret: 7 }]],
    ['an object that says it is text', 'profiles.storeSecret', [{ id: 'profile', secret: { toString: marked, length: 3 } }]],
    ['a circle', 'profiles.storeSecret', [cyclic]],
    ['a field too many', 'profiles.storeSecret', [{ ...valid, extra: marked }]],
    ['a field too many that is undefined', 'profiles.storeSecret', [{ ...valid, extra: undefined }]],
    ['a symbol', 'profiles.storeSecret', [{ ...valid, [Symbol('extra')]: marked }]],
    ['__proto__', 'profiles.storeSecret', [JSON.parse(`{"id":"profile","secret":"${marked}","__proto__":{"admin":true}}`)]],
    ['constructor', 'profiles.storeSecret', [JSON.parse(`{"id":"profile","secret":"${marked}","constructor":{"prototype":{}}}`)]],
    ['fields that are inherited', 'profiles.storeSecret', [Object.create(valid)]],
    ['a map', 'profiles.storeSecret', [new Map(Object.entries(valid))]],
    ['a date with fields', 'profiles.storeSecret', [Object.assign(new Date(0), valid)]],
    ['a long secret', 'profiles.storeSecret', [{ ...valid, secret: marked.repeat(100) }]],
    ['a text of 20 MB', 'app.copy', [{ text: marked.repeat(1_200_000) }]],
    ['a million states', 'history.search', [{ ...search, states: Array<string>(1_000_000).fill('unknown') }]],
    ['a limit of infinity', 'history.search', [{ ...search, limit: Infinity }]],
    ['a field deep inside', 'profiles.save', [{ id: null, draft: { ...draft, gateway: { kind: 'built-in', baseUrl: marked } } }]],
    ['__proto__ deep inside', 'profiles.save', [{ id: null, draft: { ...draft, switches: JSON.parse('{"__proto__":{"paths":{}}}') } }]],
    ['a field that no form has', 'payments.review', [{
      profileId: 'profile', entryPoint: { kind: 'group', id: '1' }, values: { control: marked }, confidential: {},
    }]],
    ['a cvv among the open values', 'payments.review', [{
      profileId: 'profile', entryPoint: { kind: 'group', id: '1' }, values: { cardVerificationValue: marked }, confidential: {},
    }]],
  ]
  it.each(hostile)('%s', async (_what, name, given) => {
    const { call, reached, logged, refusals } = bridge({ [name]: done })
    expect(await call(name, given)).toEqual(refused)
    expect(refusals).toEqual([[name, 'not-in-the-contract']])
    expect(reached).toEqual([])
    expect(logged.join()).not.toContain(marked)
    expect(logged).toEqual([JSON.stringify(['bridge-input-refused', { channel: name }])])
  })

  it('a similar input that the contract allows is accepted', async () => {
    const { call } = bridge({ 'profiles.storeSecret': stored, 'profiles.save': { ok: true, value: { id: 'new' } }, 'history.search': { ok: true, value: { rows: [], next: null, complete: true } } })
    expect(await call('profiles.storeSecret', [valid])).toEqual(stored)
    expect(await call('profiles.save', [{ id: null, draft }])).toMatchObject({ ok: true })
    expect(await call('history.search', [search])).toMatchObject({ ok: true })
  })
})

describe('an answer of main', () => {
  const keyDescription = {
    id: 'key', name: 'Key', environment: 'sandbox', bits: 2048, fingerprint: 'ab', createdAt: '2026-11-20T09:41:07.120Z',
    origin: 'made-here', keep: 'keychain',
  }

  it('has no fields that the contract does not declare, at any depth', async () => {
    const { call } = bridge({
      'keys.list': { ok: true, value: [{ ...keyDescription, privateKey: marked }], secret: marked },
      'vault.describe': { ok: true, value: { state: 'locked', secret: marked } },
      'keys.publicKey': { ok: true, value: { description: { ...keyDescription, primes: marked }, pem: 'public', privatePem: marked } },
    })
    const answers = [
      await call('keys.list', [null]), await call('vault.describe', [null]), await call('keys.publicKey', [{ keyId: 'key' }]),
    ]
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
    expect(JSON.stringify(answers)).not.toContain(marked)
  })

  it('has no undeclared fields in a failure either', async () => {
    const { call } = bridge({ 'keys.list': { ok: false, failure: { code: 'keychain-locked', detail: marked } } })
    expect(await call('keys.list', [null])).toEqual({ ok: false, failure: { code: 'keychain-locked' } })
  })

  it.each([
    ['an answer of another shape', { ok: true, value: [{ privateKey: marked }] }],
    ['an unknown failure', { ok: false, failure: { code: marked } }],
    ['no result at all', marked],
    ['nothing', undefined],
  ])('is a defect instead of %s, and the log gets only the call’s name', async (_what, answer) => {
    const { call, logged } = bridge({ 'keys.list': answer })
    expect(await call('keys.list', [null])).toEqual(defect)
    expect(logged.join()).not.toContain(marked)
    expect(logged.join()).toContain('keys.list')
  })

  it('is a defect without the error’s message if the desk throws', async () => {
    const { call, logged } = bridge({})
    expect(await call('app.copy', [{ text: marked }])).toEqual(defect)
    expect(logged.join()).not.toContain(marked)
    expect(logged.join()).toContain('app.copy')
  })
})

describe('an event', () => {
  it('has only what the contract declares', () => {
    const { emit, emitted } = bridge({})
    emit('vault.changed', { state: 'locked', secret: marked })
    expect(emitted).toEqual([{ channel: 'gateway-console:event:vault.changed', payload: { state: 'locked' } }])
  })

  it('that does not match the contract is not sent and does not throw', () => {
    const { emit, emitted, logged } = bridge({})
    emit('app.quitWaits', { operation: marked })
    expect(emitted).toEqual([])
    expect(logged.join()).not.toContain(marked)
    expect(logged.join()).toContain('app.quitWaits')
  })
})
