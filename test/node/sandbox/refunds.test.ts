import { describe, expect, it } from 'vitest'
import { refundFaultCards } from '../../../electron/sandbox/orders/cards.ts'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { open } from './browser.ts'
import { call, charge, later, orderIdOf, sale, status, statusOf, testCards } from './calls.ts'
import { sandbox, type TestSandbox } from './with-sandbox.ts'

const refused = (sentence: RegExp) => ({
  type: 'validation-error', 'error-code': '1', 'error-message': expect.stringMatching(sentence) as string,
})
const bySerial = async (at: TestSandbox, orderid: string, sn: string | undefined) =>
  (await call(at, status({ client_orderid: 'order-1', orderid, 'by-request-sn': sn ?? '' }))).fields
const part = (amount: string) => ({ amount, currency: 'USD', comment: 'damaged' })

describe('a return', () => {
  it('of the whole amount has its own status and end, and shares the order id', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await orderIdOf(at, charge())
    at.pass(1_000)
    const order = await statusOf(at, 'order-1')
    const { fields } = await call(at, later('return', orderid, { comment: 'cancelled' }))
    expect(fields).toMatchObject({ type: 'async-response', 'gw-order-id': orderid, 'merchant-order-id': 'order-1' })
    expect(await bySerial(at, orderid, fields['serial-number'])).toMatchObject({
      status: 'processing', 'order-stage': 'reversal_processing', 'transaction-type': 'reversal',
      'by-request-sn': fields['serial-number'],
    })
    at.pass(1_000)
    const done = await bySerial(at, orderid, fields['serial-number'])
    expect(done).toMatchObject({
      status: 'approved', 'order-stage': 'reversal_approved', 'transaction-type': 'reversal', amount: '10.15',
      'initial-amount': '10.15', 'gw-order-id': orderid, 'transaction-date': '2026-11-20 09:41:09 UTC',
    })
    expect(done['processor-tx-id']).not.toBe(order['processor-tx-id'])
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'transaction-type': 'reversal' })
    expect(await bySerial(at, orderid, readLedger(at.ledgerPath)[0]?.serialNumber)).toMatchObject({
      'transaction-type': 'sale', status: 'approved', 'processor-tx-id': order['processor-tx-id'],
    })
  })

  it('in parts never returns more than the amount, and always has the initial amount', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, sale())
    expect((await call(at, later('return', orderid, part('4')))).fields.type).toBe('async-response')
    const second = await call(at, later('return', orderid, part('6.10')))
    expect((await call(at, later('return', orderid, part('0.06')))).fields).toMatchObject(refused(/more than what is left/))
    expect((await call(at, later('return', orderid))).fields).toMatchObject(refused(/more than what is left/))
    expect((await call(at, later('return', orderid, part('0.05')))).fields.type).toBe('async-response')
    expect((await call(at, later('return', orderid, part('0.01')))).fields).toMatchObject(refused(/Nothing is left/))
    expect(await bySerial(at, orderid, second.fields['serial-number'])).toMatchObject({ amount: '10.15', status: 'approved' })
    const taken = readLedger(at.ledgerPath).flatMap(({ transaction }) => transaction ?? [])
    expect(taken.map(({ minorAmount }) => minorAmount)).toEqual(['400', '610', '5'])
    expect(taken[0]).toMatchObject({ amount: '4', transactionType: 'reversal', comment: 'damaged' })
  })

  it('whose minor units end in 14 is declined, and the money can still be returned', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge())
    const first = await call(at, later('return', orderid, part('5.14')))
    expect(await bySerial(at, orderid, first.fields['serial-number'])).toMatchObject({
      status: 'declined', 'order-stage': 'reversal_declined', 'error-code': '200',
    })
    const second = await call(at, later('return', orderid))
    expect(await bySerial(at, orderid, second.fields['serial-number'])).toMatchObject({ status: 'approved' })
  })

  it.each([
    ['1000301', 'declined', 'reversal_declined'], ['1000302', 'processing', 'reversal_processing'],
  ])('for card %s ends %s', async (cardrefid, expected, stage) => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ cardrefid }))
    await call(at, later('return', orderid))
    at.pass(86_400_000)
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: expected, 'order-stage': stage })
  })

  it('that stays in progress reserves its money', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ cardrefid: '1000302' }))
    await call(at, later('return', orderid, part('10')))
    expect((await call(at, later('return', orderid, part('1')))).fields).toMatchObject(refused(/more than what is left/))
  })

  it('in part is refused if the gate accepts no parts', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ cardrefid: '1000303' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'gate-partial-reversal': 'disabled' })
    expect((await call(at, later('return', orderid, part('1')))).fields).toMatchObject(refused(/whole returns only/))
    expect((await call(at, later('return', orderid, part('10.150')))).fields.type).toBe('validation-error')
    expect((await call(at, later('return', orderid, part('10.15')))).fields.type).toBe('async-response')
  })

  it.each([
    ['1000002', /not approved/], ['1000003', /not approved/], ['1000005', /not approved/], ['1000006', /not approved/],
  ])('of an order that did not end well is refused: card %s', async (cardrefid, sentence) => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ cardrefid }))
    for (const operation of ['return', 'void'] as const) {
      expect((await call(at, later(operation, orderid))).fields).toMatchObject(refused(sentence))
    }
    expect(readLedger(at.ledgerPath).every(({ transaction }) => transaction === undefined)).toBe(true)
  })

  it('requires the currency with an amount, the order’s own, and an order', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({ currency: 'EUR' }, '2001'))
    const group = (fields: Record<string, string>) => {
      const made = later('return', orderid, fields)
      return { ...made, path: '/v2/return/group/2001' }
    }
    expect((await call(at, group({ amount: '1' }))).fields).toMatchObject(refused(/currency is required/))
    expect((await call(at, group({ amount: '1', currency: 'USD' }))).fields).toMatchObject(refused(/EUR/))
    expect((await call(at, group({ amount: '1', currency: 'EUR' }))).fields.type).toBe('async-response')
    expect((await call(at, later('return', '1'))).fields).toMatchObject(refused(/not found/))
  })
})

describe('a void', () => {
  it('cancels the whole amount, once', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge())
    const { fields } = await call(at, later('void', orderid))
    expect(await bySerial(at, orderid, fields['serial-number'])).toMatchObject({
      status: 'approved', 'transaction-type': 'reversal', 'order-stage': 'reversal_approved',
    })
    expect((await call(at, later('void', orderid))).fields).toMatchObject(refused(/returned/))
    expect((await call(at, later('return', orderid))).fields).toMatchObject(refused(/Nothing is left/))
  })

  it('is refused after a refund', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge())
    await call(at, later('return', orderid, part('1')))
    expect((await call(at, later('void', orderid))).fields).toMatchObject(refused(/returned/))
  })
})

describe('a preauthorisation', () => {
  const held = (at: TestSandbox) => orderIdOf(at, sale({ credit_card_number: testCards.none }, '/v2/preauth/'))

  it('is captured whole, then refunded in part', async () => {
    const at = await sandbox({ processingMs: 1_000 })
    const orderid = await held(at)
    expect((await call(at, later('capture', orderid))).fields).toMatchObject(refused(/not approved/))
    at.pass(1_000)
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'order-stage': 'preauth_approved', 'gate-partial-capture': 'disabled' })
    expect((await call(at, later('capture', orderid, part('5')))).fields).toMatchObject(refused(/whole amount only/))
    const { fields } = await call(at, later('capture', orderid))
    expect((await call(at, later('capture', orderid))).fields).toMatchObject(refused(/being captured/))
    expect((await call(at, later('return', orderid))).fields).toMatchObject(refused(/being captured/))
    at.pass(1_000)
    expect(await bySerial(at, orderid, fields['serial-number'])).toMatchObject({
      status: 'approved', 'order-stage': 'capture_approved', 'transaction-type': 'capture',
    })
    expect((await call(at, later('capture', orderid))).fields).toMatchObject(refused(/captured before/))
    expect((await call(at, later('return', orderid, part('5')))).fields.type).toBe('async-response')
  })

  it('is cancelled whole, and then not captured', async () => {
    const at = await sandbox()
    const orderid = await held(at)
    expect((await call(at, later('return', orderid, part('5')))).fields).toMatchObject(refused(/as a whole/))
    expect((await call(at, later('return', orderid))).fields.type).toBe('async-response')
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'approved', 'transaction-type': 'reversal' })
    expect((await call(at, later('capture', orderid))).fields).toMatchObject(refused(/cancelled/))
  })

  it('of a card on file is its own operation, and a sale is not captured', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge({}, '1001', '/v2/make-rebill-preauth/'))
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'transaction-type': 'preauth', 'order-stage': 'preauth_approved' })
    expect((await call(at, later('capture', orderid))).fields.type).toBe('async-response')
    const sold = await orderIdOf(at, charge({ client_orderid: 'order-2' }))
    expect((await call(at, later('capture', sold, { client_orderid: 'order-2' }))).fields).toMatchObject(refused(/no preauthorisation/))
  })
})

describe('a refund whose answer is lost', () => {
  it('was carried out and is in the order’s status, except the one that never arrived', async () => {
    expect(refundFaultCards.map(({ cardReference }) => cardReference)).toContain('1000204')
    for (const [cardrefid, done] of [['1000204', true], ['1000203', false]] as const) {
      const at = await sandbox()
      const orderid = await orderIdOf(at, charge({ cardrefid }))
      await expect(call(at, later('return', orderid))).rejects.toThrow(/ECONNRESET|hang up/)
      expect(await statusOf(at, 'order-1')).toMatchObject({ 'transaction-type': done ? 'reversal' : 'sale' })
    }
  })

  it('is ordered by a program for any operation', async () => {
    const at = await sandbox()
    const orderid = await orderIdOf(at, charge())
    at.armFault({ kind: 'empty', operation: 'return', times: 1, delayMs: 0 })
    expect((await call(at, later('return', orderid))).body).toBe('')
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'transaction-type': 'reversal' })
  })
})

it('refunds and captures outlive a restart', async () => {
  const first = await sandbox()
  const orderid = await orderIdOf(first, charge())
  const { fields } = await call(first, later('return', orderid, part('4')))
  await first.close()
  const second = await sandbox({ ledgerPath: first.ledgerPath })
  expect(await bySerial(second, orderid, fields['serial-number'])).toMatchObject({ 'transaction-type': 'reversal' })
  expect((await call(second, later('return', orderid, part('6.16')))).fields.type).toBe('validation-error')
})

it('an order and its refund have a receipt each, and no other operation has one', async () => {
  const at = await sandbox()
  const orderid = await orderIdOf(at, sale())
  const receipt = (id: string | undefined) => open(`${at.url}/gw/view-receipt/1001/${id}/`)
  const own = (await statusOf(at, 'order-1'))['receipt-id']
  expect((await receipt(own)).body).toMatch(/Receipt.*sale.*10\.15 USD/)
  await call(at, later('return', orderid, part('4')))
  const refund = (await statusOf(at, 'order-1'))['receipt-id']
  expect(refund).not.toBe(own)
  expect((await receipt(refund)).body).toMatch(/reversal.*4 USD/)
  expect((await receipt('00000000-0000-0000-0000-000000000000')).status).toBe(404)
  await call(at, charge({ client_orderid: 'order-2', cardrefid: '1000002' }))
  expect(await statusOf(at, 'order-2')).not.toHaveProperty('receipt-id')
})
