/** Every operation of the catalogue is served and checked; those with undocumented replies are followed. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operationIds, operations } from '../../../shared/gateway/operations/operations.ts'
import { documentReadings } from '../../../electron/sandbox/requests/readings.ts'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { api, call, callSigned, charge, firstOrder, later, orderIdOf, sale, statusOf, testCards, upload, type Call } from './calls.ts'
import { changed, form, oauthPairs, send, signed } from './wire.ts'
import { sandbox, secret, type TestSandbox } from './with-sandbox.ts'

const money = { client_orderid: 'order-1', amount: '10.15', currency: 'USD' }
const transferForm = { ...money, order_desc: 'Rent', ipaddress: '203.0.113.7' }
const typedCard = { credit_card_number: '4111111111111111', expire_month: '07', expire_year: '31', cvv2: '123', card_printed_name: 'CARLA' }
const payoutForm = { ...money, account_number: 'DE00-4400-7700' }

async function registeredCard(at: TestSandbox): Promise<Readonly<Record<string, string>>> {
  return (await callSigned(at, '/v4/create-card-ref/1001', firstOrder)).fields
}

describe('every operation', () => {
  it.each(operationIds)('%s is served', async (id) => {
    const at = await sandbox()
    const reply = await send(`${at.url}/gw/api${operations[id].path}1001`, '')
    const expected = operations[id].authentication.kind === 'oauth' ? 403 : 200
    expect(reply.status).toBe(expected)
    if (expected === 200) expect(reply.fields.type).toBe('validation-error')
  })

  const moved: readonly (readonly [string, (orderid: string) => Call])[] = [
    ['sale', () => sale()], ['preauth', () => sale({}, '/v2/preauth/')],
    ['recurrent preauthorisation', () => charge({}, '1001', '/v2/make-rebill-preauth/')],
    ['method upload', (orderid) => upload('method-url', { orderid, client_orderid: 'held' }, { threeDSServerTransID: 'x', threeDSCompInd: 'Y' })],
    ['challenge upload', (orderid) => upload('cres', { orderid, client_orderid: 'held' }, { cres: 'x' })],
    ['version 1 upload', (orderid) => upload('pares', { orderid, client_orderid: 'held' }, { paRes: 'x', md: 'x' })],
    ['return', (orderid) => later('return', orderid, { client_orderid: 'held' })],
    ['void', (orderid) => later('void', orderid, { client_orderid: 'held' })],
    ['capture', (orderid) => later('capture', orderid, { client_orderid: 'held' })],
  ]
  it.each(moved)('%s does nothing with a wrong control', async (_name, made) => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale({ client_orderid: 'held' }, '/v2/preauth/'))
    const before = readLedger(at.ledgerPath).length
    const good = made(orderid)
    for (const control of ['0'.repeat(40), 'x', good.pairs.find(([name]) => name === 'control')?.[1].toUpperCase() ?? '']) {
      const { fields } = await call(at, good, { control })
      expect(fields).toMatchObject({ type: 'validation-error', 'error-message': 'INVALID_CONTROL_CODE', 'error-code': '2' })
    }
    const lines = readLedger(at.ledgerPath).slice(before)
    expect(lines.every(({ order, step, transaction }) => (order ?? step ?? transaction) === undefined)).toBe(true)
  })

  it('has in its control only what the addendum names: email of a sale, amount of a return', async () => {
    const at = await sandbox()
    expect((await call(at, sale(), { email: 'other@example.com' })).fields['error-code']).toBe('2')
    expect((await call(at, sale(), { order_desc: 'Another book' })).fields.type).toBe('async-response')
    const orderid = await orderIdOf(at, charge())
    const returned = later('return', orderid, { amount: '4.00', currency: 'USD' })
    expect((await call(at, returned, { amount: '5.00' })).fields['error-code']).toBe('2')
    expect((await call(at, returned, { comment: 'x' })).fields.type).toBe('async-response')
  })
})

describe('a transfer', () => {
  it.each([
    ['a typed card to a typed one', async () => ({ ...typedCard, 'destination-card-no': '5555555555554444' })],
    ['a recurring payment id to a reference', async (at: TestSandbox) => {
      const card = await registeredCard(at)
      return { card_recurring_payment_id: card['recurring-payment-id']!, 'destination-card-ref-id': card['dst-card-ref-id']! }
    }],
    ['a typed card to a recurring payment id', async (at: TestSandbox) => ({
      ...typedCard, destination_card_recurring_payment_id: (await registeredCard(at))['dst-recurring-payment-id']!,
    })],
  ])('from %s is accepted and followed', async (_name, parties) => {
    const at = await sandbox()
    const { fields } = await callSigned(at, '/v4/transfer/1001', { ...transferForm, ...await parties(at) })
    expect(fields).toMatchObject({ type: 'async-response', 'merchant-order-id': 'order-1', 'gw-order-id': expect.stringMatching(/^\d+$/) })
    expect(await statusOf(at, 'order-1')).toMatchObject({
      status: 'approved', 'order-stage': 'transfer_approved', 'transaction-type': 'transfer',
      'destination-card-country-alpha-three-code': 'USA', 'serial-number': expect.any(String),
    })
    expect(readFileSync(at.ledgerPath, 'utf8')).not.toMatch(/4111111111111111|5555555555554444/)
  })

  it.each([
    ['no source', { 'destination-card-no': '5555555555554444' }, /credit_card_number or card_recurring_payment_id/],
    ['no destination', typedCard, /destination-card-no/],
    ['two destinations', { ...typedCard, 'destination-card-no': '5555555555554444', 'destination-card-ref-id': '1' }, /excludes/],
    ['a number beside a recurring destination',
      { ...typedCard, 'destination-card-no': '5555555555554444', destination_card_recurring_payment_id: '1' }, /excludes/],
    ['an unknown destination', { ...typedCard, 'destination-card-ref-id': '1000001' }, /not found/],
    ['an unknown source', { card_recurring_payment_id: '1', 'destination-card-no': '5555555555554444' }, /not found/],
    ['no expiry', { credit_card_number: '4111111111111111', 'destination-card-no': '5555555555554444' }, /expire_month/],
  ])('with %s is refused', async (_name, parties: Readonly<Record<string, string>>, sentence) => {
    const at = await sandbox()
    const { fields } = await callSigned(at, '/v4/transfer/1001', { ...transferForm, ...parties })
    expect(fields).toMatchObject({ type: 'validation-error', 'error-message': expect.stringMatching(sentence) })
    expect((await statusOf(at, 'order-1')).type).toBe('validation-error')
  })

  it('cannot be returned', async () => {
    const at = await sandbox()
    const { fields } = await callSigned(at, '/v4/transfer/1001', { ...transferForm, ...typedCard, 'destination-card-no': '5555555555554444' })
    expect((await call(at, later('return', fields['gw-order-id']!))).fields.type).toBe('validation-error')
  })
})

describe('a payout', () => {
  it.each(['/v2/payout/1001', '/v4/payout/1001', '/v4/payout/group/2001'])('is accepted and followed: %s', async (path) => {
    const at = await sandbox()
    expect((await callSigned(at, path, payoutForm)).fields.type).toBe('async-response')
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'approved', 'transaction-type': 'payout', 'order-stage': 'payout_approved' })
    expect(await statusOf(at, 'order-1')).not.toHaveProperty('bin')
    expect(readFileSync(at.ledgerPath, 'utf8')).not.toMatch(/4400-?7700/)
  })

  it('needs a correct signature', async () => {
    const at = await sandbox()
    const url = api(at, '/v2/payout/1001')
    const { body, authorization } = signed(url, Object.entries(payoutForm))
    expect((await send(url, body.replace('10.15', '99.15'), { authorization })).status).toBe(403)
    expect((await statusOf(at, 'order-1')).type).toBe('validation-error')
  })
})

describe('pan-eligibility', () => {
  const path = '/v2/pan-eligibility/send/1001'
  const values = { 'client-order-id': 'e-1', 'sending-card-ref-id': '1000001' }
  const withHmac = (at: TestSandbox, key = `${secret}&`) => {
    const url = api(at, path)
    const oauth = changed(oauthPairs(), { oauth_signature_method: 'HMAC-SHA1' })
    const { body, authorization } = signed(url, Object.entries(values), {
      oauth, signature: (text) => createHmac('sha1', key).update(text).digest('base64'),
    })
    return send(url, body, { authorization })
  }

  it('has whether a card may send', async () => {
    const at = await sandbox()
    expect((await callSigned(at, path, values)).fields).toMatchObject({
      type: 'pan-eligibility-response', status: 'approved', 'merchant-order-id': 'e-1', 'serial-number': expect.any(String),
    })
    expect((await callSigned(at, path, { ...values, 'sending-card-ref-id': '1000002' })).fields).toMatchObject({ status: 'declined' })
    expect((await callSigned(at, path, { ...values, 'sending-card-ref-id': '4' })).fields.type).toBe('validation-error')
  })

  it('is signed with RSA-SHA256, or with HMAC-SHA1 if the reading is set, never with the other one', async () => {
    const rsaOnly = await sandbox()
    expect((await withHmac(rsaOnly)).status).toBe(403)
    const at = await sandbox({ readings: { ...documentReadings, panEligibilitySignature: 'HMAC-SHA1' }, publicKeyPem: null })
    expect((await withHmac(at)).fields.status).toBe('approved')
    expect((await withHmac(at, 'WRONG&')).status).toBe(403)
    expect((await callSigned(at, path, values)).body).toContain('not HMAC-SHA1')
    expect((await callSigned(at, '/v4/status/1001', firstOrder)).status).toBe(403)
  })
})

describe('readings of a sale', () => {
  it('accept the year with the digits of the reading, and no others', async () => {
    const document = await sandbox()
    expect((await call(document, sale({ expire_year: '2031' }))).fields['error-message']).toBe('Parameter expire_year must have 2 digits')
    const other = await sandbox({ readings: { ...documentReadings, expireYearDigits: 4 } })
    expect((await call(other, sale({ expire_year: '31' }))).fields['error-message']).toBe('Parameter expire_year must have 4 digits')
    await call(other, sale({ expire_year: '2031' }))
    expect(await statusOf(other, 'order-1')).toMatchObject({ 'card-exp-year': '2031' })
  })

  it('refuse a browser field without the prefix if all have it, and name the correct one', async () => {
    const at = await sandbox({ readings: { ...documentReadings, browserFieldNames: 'prefixed' } })
    for (const [name, here] of [
      ['customer_user_agent', 'customer_browser_user_agent'], ['customer_accept', 'customer_browser_accept_header'],
      ['customer_accept_language', 'customer_browser_accept_language'],
    ] as const) {
      expect((await call(at, sale({ [name]: 'x' }))).fields).toMatchObject({
        type: 'validation-error', 'error-code': '1', 'error-message': `Parameter ${name} is named ${here} here`,
      })
      expect((await call(at, sale({ [here]: 'x' }))).fields.type).toBe('async-response')
    }
  })

  it('check the browser fields by the names of the reading', async () => {
    const twice = (name: string) => {
      const made = sale({ [name]: 'Firefox' })
      return form([...made.pairs, [name, 'Chromium']])
    }
    for (const [browserFieldNames, name] of [['document', 'customer_user_agent'], ['prefixed', 'customer_browser_user_agent']] as const) {
      const at = await sandbox({ readings: { ...documentReadings, browserFieldNames } })
      const reply = await send(api(at, '/v2/sale/1001'), twice(name))
      expect(reply.fields['error-message']).toBe(`Parameter ${name} is given more than once`)
    }
  })
})

it.each(['/v2/sale/', '/v2/preauth/'])('the state of a customer is in the status of %s', async (path) => {
  const at = await sandbox()
  await call(at, sale({ country: 'US', state: ' CA ' }, path))
  expect(await statusOf(at, 'order-1')).toMatchObject({ country: 'US', state: 'CA' })
  expect((await call(at, sale({ state: 'CA' }, path), { state: 'CA\nNV' })).fields['error-message']).toMatch(/^Parameter state /)
})

it('a documented card has loyalty, fees and similar fields, on file or typed', async () => {
  const at = await sandbox()
  const extras = { 'seller-commission': '0.30', 'acquirer-commission': '0.12', 'loyalty-program': 'SANDBOX CLUB' }
  await call(at, charge({ cardrefid: '1000304' }))
  expect(await statusOf(at, 'order-1')).toMatchObject(extras)
  await call(at, sale({ client_orderid: 'order-2', credit_card_number: '4000000000009003' }))
  expect(await statusOf(at, 'order-2')).toMatchObject(extras)
  await call(at, sale({ client_orderid: 'order-3', credit_card_number: testCards.none }))
  expect(await statusOf(at, 'order-3')).not.toHaveProperty('loyalty-program')
})
