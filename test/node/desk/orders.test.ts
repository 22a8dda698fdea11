import { afterEach, describe, expect, it } from 'vitest'
import type { OrderId, MerchantOrderId, SerialNumber } from '#shared/brands.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'
import { profileAt } from './strange-gateway.ts'

afterEach(closeAll)

function query(desk: TestDesk, ids: { serial?: string | null; order?: string | null; merchantOrder?: string | null }, askAnyway = false): ParsedInput<'orders.status'> {
  return {
    profileId: desk.profileId, entryPoint: endpoint, askAnyway,
    serialNumber: (ids.serial ?? null) as SerialNumber | null,
    orderId: (ids.order ?? null) as OrderId | null,
    merchantOrderId: (ids.merchantOrder ?? null) as MerchantOrderId | null,
  }
}

const field = (answer: { reply: { fields: readonly { name: string; value: string }[] } | null }, name: string) =>
  answer.reply?.fields.find((one) => one.name === name)?.value

describe('order status', () => {
  it('needs only a merchant order id', async () => {
    const desk = await open()
    const { answer } = await desk.call('orders.status', query(desk, { merchantOrder: (await charge(desk)).merchantOrderId }))
    expect(answer.money).toBe('moved')
    expect(field(answer, 'amount')).toBe('10.15')
  })

  it('by serial number alone uses the journal for the rest, and has the current order beside that request', async () => {
    const desk = await open()
    const charged = await charge(desk)
    const found = await desk.call('orders.status', query(desk, { serial: charged.serialNumber }))
    expect(field(found.answer, 'by-request-sn')).toBe(charged.serialNumber)
    expect(found.now?.orderId).toBe(charged.orderId)
  })

  it('requires the merchant order id if the journal does not have it, and sends without it only on request', async () => {
    const desk = await open()
    const examples = (await desk.call('profiles.list', null)).profiles[0]?.examples
    const before = desk.ledger().length
    expect(await desk.refused('orders.status', query(desk, { order: examples?.orderId }))).toEqual({ code: 'merchant-order-id-needed' })
    expect(desk.ledger()).toHaveLength(before)
    const { answer } = await desk.call('orders.status', query(desk, { order: examples?.orderId }, true))
    expect(answer.reply).not.toBeNull()
  })

  it('of an unknown order is refused without any conclusion about money', async () => {
    const desk = await open()
    const { answer } = await desk.call('orders.status', query(desk, { merchantOrder: 'nobody-knows-this' }))
    expect(answer).toMatchObject({ outcome: { kind: 'refused' }, money: 'not-concerned' })
  })

  it('with nothing filled in is a problem of the form', async () => {
    const desk = await open()
    expect(await desk.refused('orders.status', query(desk, {}))).toMatchObject({ code: 'form-invalid' })
  })
})

describe('registering the card of a first payment', () => {
  it.each(['v2', 'v4'] as const)('works by %s and returns a reference that can be charged', async (version) => {
    const desk = await open()
    const examples = (await desk.call('profiles.list', null)).profiles[0]?.examples
    const answer = await desk.call('cards.register', {
      profileId: desk.profileId, entryPoint: endpoint, version,
      values: { merchantOrderId: examples?.merchantOrderId ?? '', orderId: examples?.orderId ?? '' },
    })
    expect(answer.outcome.kind).toBe('answered')
    const reference = field(answer, 'card-ref-id') ?? ''
    expect(field(answer, version === 'v2' ? 'unq-card-ref-id' : 'recurring-payment-id')).toBeTruthy()
    expect((await charge(desk, { cardReference: reference })).outcome.kind).toBe('accepted')
  })

  it('is refused without a first payment, and a registration is never an open outcome', async () => {
    const desk = await open()
    const input = { profileId: desk.profileId, entryPoint: endpoint, version: 'v2' as const, values: { merchantOrderId: 'none', orderId: '1' } }
    expect(['refused', 'failed']).toContain((await desk.call('cards.register', input)).outcome.kind)
    await desk.sandbox.armFault({ kind: 'empty', operation: 'create-card-ref-v2', times: 1, delayMs: 0 })
    expect((await desk.call('cards.register', input)).outcome.kind).toBe('unknown')
    expect(await desk.call('resolution.list', null)).toEqual([])
  })
})

describe('targets', () => {
  it('an entry point that the profile does not have is not used', async () => {
    const desk = await open()
    const input = { ...query(desk, { merchantOrder: 'x' }), entryPoint: { kind: 'endpoint' as const, id: '9', currency: 'USD' } }
    expect(await desk.refused('orders.status', input)).toEqual({ code: 'no-such-entry-point' })
  })

  it('a group is queried by its own path', async () => {
    const desk = await open()
    const { answer } = await desk.call('orders.status', { ...query(desk, { merchantOrder: 'x' }), entryPoint: { kind: 'group', id: '2001' } })
    const detail = await desk.call('history.entry', { entryId: answer.entryId })
    expect(detail.url).toMatch(/\/gw\/api\/v2\/status\/group\/2001$/)
  })

  it('if only sandbox profiles may be used, a staging one is visible but cannot be queried or given a secret', async () => {
    const trusted = await open()
    await trusted.addProfile('staging', 'Staging')
    const desk = await open({ usable: ['sandbox'] })
    const list = await desk.call('profiles.list', null)
    const saved = await desk.call('profiles.save', {
      id: null, draft: { ...list.profiles[0]!.profile, name: 'Staging', environment: 'staging', gateway: { kind: 'address', baseUrl: 'https://gate.example' } },
    })
    expect(await desk.refused('orders.status', { ...query(desk, { merchantOrder: 'x' }), profileId: saved.id })).toEqual({ code: 'environment-not-usable-here' })
    expect(await desk.refused('profiles.storeSecret', { id: saved.id, secret: 'x' })).toEqual({ code: 'environment-not-usable-here' })
  })
})

describe('test connection', () => {
  it('reports that both signatures are accepted, with read-only calls', async () => {
    const desk = await open()
    const lines = await desk.call('profiles.testConnection', { id: desk.profileId })
    // The number of the system's authorities depends on this computer.
    const results = lines.filter((line) => line.id !== 'certificate-authorities').map((line) => line.result)
    expect(results).toEqual(['good', 'good', 'good', 'good', 'good'])
    expect(lines[0]).toMatchObject({ id: 'conclusion', detail: expect.stringContaining('The profile works') as string })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('reports a wrong control secret', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Wrong secret')
    await desk.call('profiles.storeSecret', { id, secret: 'not-the-one' })
    const lines = await desk.call('profiles.testConnection', { id })
    expect(lines.find((line) => line.id === 'status')).toMatchObject({ result: 'bad' })
    expect(lines.find((line) => line.id === 'status-v4')).toMatchObject({ result: 'warning' })
    expect(lines[0]).toMatchObject({ id: 'conclusion', result: 'bad' })
  })

  // An unknown error code is quoted, never treated as a cause (addendum 11).
  it.each([
    ['validation-error', 'Parameter login is required', '1', 'warning', /Parameter login is required.*error code 1/],
    ['error', 'Internal error', '100', 'warning', /Internal error.*error code 100/],
    ['validation-error', 'Invalid control code', '2', 'bad', /refused as wrong/],
    ['validation-error', 'No endpoint 1001', '9', 'good', /No endpoint 1001.*error code 9/],
  ])('quotes a refusal by %s “%s” (%s), which proves a secret only if it is about the order', async (type, message, code, result, detail) => {
    const desk = await open()
    const id = await profileAt(desk, () => `type=${type}\n&serial-number=1\n&error-message=${message}\n&error-code=${code}\n`)
    const lines = await desk.call('profiles.testConnection', { id })
    expect(lines.find((line) => line.id === 'status')).toMatchObject({ result, detail: expect.stringMatching(detail) as string })
    expect(lines[0]).toMatchObject({ id: 'conclusion', result })
  })

  it('that a gateway refuses for too many requests does not report a missing gateway', async () => {
    const desk = await open()
    for (const operation of ['status', 'status-v4'] as const) await desk.sandbox.armFault({ kind: 'status-429', operation, times: 1, delayMs: 0 })
    const lines = await desk.call('profiles.testConnection', { id: desk.profileId })
    expect(lines[0]).toMatchObject({ id: 'conclusion', detail: expect.stringMatching(/nothing certain.*test again/) as string })
    expect(lines.find((line) => line.id === 'status')?.detail).toMatch(/HTTP 429 at .*too many requests; test again later/)
  })

  it('fails with a locked keychain’s own failure and its next step, as does the test of a key', async () => {
    const desk = await open({ vault: { control: async () => failed({ code: 'keychain-locked' }), signRsaSha256: async () => failed({ code: 'keychain-locked' }) } })
    expect(await desk.refused('profiles.testConnection', { id: desk.profileId })).toEqual({ code: 'keychain-locked' })
    const key = await desk.call('keys.generate', { generationId: 'a', name: 'Desk', environment: 'sandbox', bits: 2048 })
    const profileId = await desk.addProfile('sandbox', 'Acme')
    const { profiles } = await desk.call('profiles.list', null)
    const merchant = profiles.find(({ profile }) => profile.id === profileId)!.merchant!
    expect(await desk.refused('keys.test', { keyId: key.id, profileId, merchant })).toEqual({ code: 'keychain-locked' })
  })

  it('with a wrong product word reports HTTP 404 and the whole address', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Wrong word')
    const { profiles } = await desk.call('profiles.list', null)
    const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
    await desk.call('profiles.save', { id, draft: { ...draft, productWord: 'wrong' } })
    expect(await desk.call('profiles.storeSecret', { id, secret: ` "${desk.secret}"\r\n` })).toEqual({ leftOut: ['quotes', 'line-ends', 'spaces'] })
    const lines = await desk.call('profiles.testConnection', { id })
    expect(lines.find((line) => line.id === 'status')?.detail).toMatch(/HTTP 404 at http:\/\/127\.0\.0\.1:\d+\/wrong\/api\/v2\/status\/1001\. Check the base URL, the product word and the path/)
    expect(lines[0]?.detail).toContain('No gateway was found at this address')
    await desk.call('profiles.save', { id, draft })
    await desk.call('profiles.storeSecret', { id, secret: `merchant_control=${desk.secret}\n` })
    const again = await desk.call('profiles.testConnection', { id })
    expect(again.find((line) => line.id === 'status')).toMatchObject({ result: 'good' })
  })
})

describe('the built-in gateway', () => {
  it('continues after the vault was locked and unlocked, and after its process was killed', async () => {
    const desk = await open({ vaultProcess: true })
    const ask = () => desk.call('orders.status', query(desk, { merchantOrder: 'x' }))
    await desk.call('access.lock', null)
    expect(await desk.refused('orders.status', query(desk, { merchantOrder: 'x' }))).toEqual({ code: 'desk-locked' })
    await desk.call('access.unlock', { proof: null })
    expect((await ask()).answer.errorText).not.toBe('INVALID_CONTROL_CODE')
    desk.vault.child().kill('SIGKILL')
    await expect.poll(() => desk.vault.state().process).toBe('crashed')
    expect((await ask()).answer).toMatchObject({ outcome: { kind: 'refused' }, hints: [] })
  })
})
