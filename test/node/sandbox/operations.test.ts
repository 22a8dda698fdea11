import { describe, expect, it } from 'vitest'
import { readLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { api, call, callSigned, cardInfo, charge, firstOrder, register, status, statusOf } from './calls.ts'
import { form, send } from './wire.ts'
import { sandbox } from './with-sandbox.ts'

describe('a reply', () => {
  it('has these bytes', async () => {
    const at = await sandbox()
    const { path, pairs } = charge({ client_orderid: 'order 1/ä' })
    const first = await send(api(at, path), form(pairs))
    const base = Date.UTC(2026, 10, 20, 9, 41, 7)
    const serial = `00000000-0000-0000-0000-${base.toString(16).padStart(12, '0')}`
    expect(first.body).toBe(`type=async-response\n&serial-number=${serial}\n&merchant-order-id=order+1%2F%C3%A4\n`
      + `&gw-order-id=${base}0001\n&end-point-id=1001\n`)
    expect(first.contentType).toBe('text/html;charset=utf-8')
    const refused = await send(api(at, path), form(pairs.slice(1)))
    expect(refused.body).toBe('type=validation-error\n&serial-number=' + serial.replace(/.$/, (digit) =>
      (Number.parseInt(digit, 16) + 1).toString(16)) + '\n&error-message=Parameter+client_orderid+is+required\n&error-code=1\n')
  })

  it('has the product word of the path in its field names', async () => {
    const at = await sandbox({ productWord: 'acme-pay' })
    const url = `${at.url}/acme-pay/api${charge().path}`
    const made = await send(url, form(charge().pairs))
    expect(made.fields['acme-pay-order-id']).toMatch(/^\d+$/)
    const query = await send(`${at.url}/acme-pay/api/v2/status/1001`, form(status(firstOrder).pairs))
    expect(query.fields['acme-pay-order-id']).toBe(firstOrder.orderid)
    expect(query.fields['acme-pay-processing-date']).toBe('2026-01-15 10:20:32 UTC')
    expect((await send(api(at, charge().path), form(charge().pairs))).status).toBe(404)
  })

  it('has its own serial number and order id, too large for a number', async () => {
    const at = await sandbox()
    const replies = await Promise.all(Array.from({ length: 30 }, (_, index) => call(at, charge({ client_orderid: `o-${index}` }))))
    expect(new Set(replies.map(({ fields }) => fields['serial-number'])).size).toBe(30)
    const orderIds = replies.map(({ fields }) => fields['gw-order-id'] ?? '')
    expect(new Set(orderIds).size).toBe(30)
    expect(orderIds.every((id) => BigInt(id) > 2n ** 53n)).toBe(true)
  })
})

describe('paths', () => {
  it.each(['/v2/refund/1001', '/v2/payout/group/2001', '/v3/sale/1001', '/v2/status/', '/v2/status/1001/', '/v2/status/group/',
    '/v2/pan-eligibility/send/group/2001', '/v3/status/1001', '/v2/STATUS/1001', '//v2/status/1001', '/v2/status/group/2001/1',
  ])('that are not served are answered with 404 and the reason: %s', async (path) => {
    const at = await sandbox()
    const reply = await send(api(at, path), form(status(firstOrder).pairs))
    expect(reply.status).toBe(404)
    expect(reply.body).toContain('No operation has this path')
  })

  it('accept POST only', async () => {
    const at = await sandbox()
    const url = api(at, status(firstOrder).path)
    expect((await send(`${url}?${form(status(firstOrder).pairs)}`, '', { method: 'GET' })).status).toBe(405)
    expect((await send(url, form(status(firstOrder).pairs), { method: 'PUT' })).status).toBe(405)
  })
})

describe('card registration', () => {
  it('gives a reference that can be charged (v2)', async () => {
    const at = await sandbox()
    const registered = await call(at, register())
    expect(registered.fields).toMatchObject({ type: 'create-card-ref-response', status: 'approved', 'end-point-id': '1001' })
    expect(registered.fields['unq-card-ref-id']).toMatch(/^\d+$/)
    expect(registered.fields).not.toHaveProperty('recurring-payment-id')
    const cardrefid = registered.fields['card-ref-id'] ?? ''
    expect(cardrefid.length).toBeLessThanOrEqual(20)
    expect((await call(at, cardInfo(cardrefid))).fields).toMatchObject({ 'card-printed-name': 'ALICE APPROVED' })
    await call(at, charge({ cardrefid }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'approved', 'last-four-digits': '0001' })
    const again = await call(at, register())
    expect(again.fields['card-ref-id']).not.toBe(cardrefid)
    expect(again.fields['unq-card-ref-id']).toBe(registered.fields['unq-card-ref-id'])
  })

  it('returns four ids (v4)', async () => {
    const { fields } = await callSigned(await sandbox(), '/v4/create-card-ref/1001', firstOrder)
    const ids = ['card-ref-id', 'recurring-payment-id', 'dst-card-ref-id', 'dst-recurring-payment-id'].map((name) => fields[name])
    expect(new Set(ids).size).toBe(4)
    expect(ids.every((id) => /^\d{1,20}$/.test(id ?? ''))).toBe(true)
    expect(fields).not.toHaveProperty('unq-card-ref-id')
  })

  it.each([
    { client_orderid: 'never-made', orderid: firstOrder.orderid }, { client_orderid: firstOrder.client_orderid, orderid: '1' },
  ])('is refused without a first payment: %o', async (ids) => {
    const at = await sandbox()
    const refused = { type: 'validation-error', 'error-message': expect.stringContaining('not found') }
    expect((await call(at, register(ids))).fields).toMatchObject(refused)
    expect((await callSigned(at, '/v4/create-card-ref/1001', ids)).fields).toMatchObject(refused)
  })

  it('is refused for ids of two different orders', async () => {
    const at = await sandbox()
    const { fields } = await call(at, charge())
    expect((await call(at, register({ client_orderid: 'order-1', orderid: firstOrder.orderid }))).fields.type).toBe('validation-error')
    expect((await call(at, register({ client_orderid: 'order-1', orderid: fields['gw-order-id'] ?? '' }))).fields.status).toBe('approved')
  })

  it('has the status of a failure for a first payment that is not approved', async () => {
    const at = await sandbox()
    const { fields } = await call(at, charge({ cardrefid: '1000002' }))
    const reply = await call(at, register({ client_orderid: 'order-1', orderid: fields['gw-order-id'] ?? '' }))
    expect(reply.fields).toMatchObject({ type: 'create-card-ref-response', status: 'declined', 'error-code': '1' })
    expect(reply.fields).not.toHaveProperty('card-ref-id')
  })
})

describe('cardholder details', () => {
  it('have the card and no more of its number than allowed', async () => {
    const { fields, body } = await call(await sandbox(), cardInfo('1000001'))
    expect(fields).toMatchObject({
      type: 'get-card-info-response', 'card-printed-name': 'ALICE APPROVED', 'expire-year': '2030', 'expire-month': '12',
      bin: '400000', 'last-four-digits': '0001',
    })
    expect(body).not.toMatch(/\d{16}/)
  })

  it('report an expired card', async () => {
    expect((await call(await sandbox(), cardInfo('1000008'))).fields).toMatchObject({ 'expire-year': '2025', 'expire-month': '12' })
  })

  it('of an unknown reference are refused', async () => {
    expect((await call(await sandbox(), cardInfo('4242'))).fields).toMatchObject({ type: 'validation-error', 'error-code': '1' })
  })
})

describe('a charge', () => {
  it.each([
    ['1000001', 'approved', 'sale_approved'], ['1000002', 'declined', 'sale_declined'], ['1000003', 'filtered', 'sale_filtered'],
    ['1000004', 'error', 'sale_error'], ['1000005', 'unknown', 'sale_unknown'], ['1000006', 'processing', 'sale_processing'],
    ['1000007', 'processing', 'sale_3d_validating'], ['1000008', 'declined', 'sale_declined'],
  ])('of card %s ends as %s, %s, after any time', async (cardrefid, expected, stage) => {
    const at = await sandbox()
    await call(at, charge({ cardrefid }))
    at.pass(86_400_000)
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: expected, 'order-stage': stage })
  })

  it('has a status at each stage, and in the end all fields', async () => {
    const at = await sandbox({ processingMs: 2_000 })
    const sent = await call(at, charge({ merchant_data: 'a=1&b=ä\n2' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'processing', 'order-stage': 'sale_filtering' })
    at.pass(1_000)
    const midway = await statusOf(at, 'order-1')
    expect(midway).toMatchObject({ status: 'processing', 'order-stage': 'sale_processing' })
    expect(midway).not.toHaveProperty('processor-tx-id')
    at.pass(999)
    expect((await statusOf(at, 'order-1')).status).toBe('processing')
    at.pass(1)
    const final = await statusOf(at, 'order-1')
    expect(final).toMatchObject({
      type: 'status-response', status: 'approved', 'order-stage': 'sale_approved', 'transaction-type': 'sale', amount: '10.15',
      'initial-amount': '10.15', currency: 'USD', 'merchant-order-id': 'order-1', 'gw-order-id': sent.fields['gw-order-id'],
      bin: '400000', 'last-four-digits': '0001', 'card-type': 'VISA', name: 'ALICE APPROVED', 'card-exp-month': '12',
      'card-exp-year': '2030', 'gate-partial-reversal': 'enabled', merchantdata: 'a=1&b=ä\n2',
      'gw-processing-date': '2026-11-20 09:41:09 UTC', 'transaction-date': '2026-11-20 09:41:09 UTC',
    })
    expect(final['processor-tx-id']).toMatch(/^PNTEST-\d+$/)
    expect(final['processor-rrn']).toMatch(/^\d{12}$/)
    expect(final['approval-code']).toMatch(/^\d{6}$/)
    expect(final['receipt-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(await statusOf(at, 'order-1')).toMatchObject({ 'processor-rrn': final['processor-rrn'] })
  })

  it('that is declined has the reason and what to do', async () => {
    const at = await sandbox()
    await call(at, charge({ cardrefid: '1000002' }))
    const declined = await statusOf(at, 'order-1')
    expect(declined).toMatchObject({ 'error-message': 'Declined by the issuer', 'motivational-message': expect.stringContaining('bank') })
    expect(declined).not.toHaveProperty('approval-code')
  })

  it('that waits for the cardholder has the address for them', async () => {
    const at = await sandbox()
    await call(at, charge({ cardrefid: '1000007' }))
    const where = (await statusOf(at, 'order-1'))['redirect-to'] ?? ''
    expect(where.startsWith(`${at.url}/gw/`)).toBe(true)
    expect((await send(where, '', { method: 'GET' })).body).toContain('To your bank')
  })

  it.each([
    ['123', 'approved'], ['1234', 'approved'], ['111', 'approved'], ['321', 'processing'], ['217', 'unknown'], ['101', 'declined'],
    ['116', 'declined'], ['119', 'declined'], ['209', 'declined'], ['555', 'declined'],
  ])('follows the cvv2 %s: %s', async (cvv2, expected) => {
    const at = await sandbox()
    await call(at, charge({ cvv2, cardrefid: '1000003' }))
    expect((await statusOf(at, 'order-1')).status).toBe(expected)
  })

  it.each([
    ['13.13,8.00', 'approved', '8.00'], ['13.13, 1.13', 'declined', '1.13'], ['8.00,13.13', 'approved', '8.00'], ['13.13', 'declined', '13.13'],
  ])('tries enumerated amounts: %s ends %s at %s', async (enumerate_amounts, expected, amount) => {
    const at = await sandbox({ processingMs: 10 })
    await call(at, charge({ amount: '20.00', enumerate_amounts }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ amount: '20.00' })
    at.pass(10)
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: expected, amount, 'initial-amount': '20.00' })
  })

  it('stops trying amounts if one is neither approved nor declined', async () => {
    const at = await sandbox()
    await call(at, charge({ cardrefid: '1000005', enumerate_amounts: '9.00,8.00' }))
    expect(await statusOf(at, 'order-1')).toMatchObject({ status: 'unknown', amount: '9.00' })
  })

  it.each([
    ['a joiner between Latin letters', 'a\u200db'], ['an emoji of several characters', 'Thanks ❤️ 👨‍👩‍👧'], ['Persian with its joiner', 'می\u200cخواهم'], ['Hebrew with three marks', 'בְּרֵאשִׁ֖ית'],
  ])('takes any text for its description and comment, as a gateway does: %s', async (_, text) => {
    const reply = await call(await sandbox(), charge({ order_desc: `Book\n${text}`, comment: text }))
    expect(reply.fields.type).toBe('async-response')
  })

  it('refuses a control character in a comment', async () => {
    const reply = await call(await sandbox(), charge({ comment: 'a\u200c\u0000' }))
    expect(reply.fields['error-message']).toBe('Parameter comment holds a control character')
  })

  it('of an unknown card is refused, and there is no order', async () => {
    const at = await sandbox()
    expect((await call(at, charge({ cardrefid: '4242' }))).fields).toMatchObject({ type: 'validation-error', 'error-code': '1' })
    expect((await statusOf(at, 'order-1')).type).toBe('validation-error')
  })

  it('with a used merchant order id creates another order, and the ledger has both', async () => {
    const at = await sandbox()
    const first = await call(at, charge())
    const second = await call(at, charge({ amount: '8.00' }))
    expect(second.fields['gw-order-id']).not.toBe(first.fields['gw-order-id'])
    expect(await statusOf(at, 'order-1')).toMatchObject({ amount: '8.00' })
    const byBoth = await call(at, status({ client_orderid: 'order-1', orderid: first.fields['gw-order-id'] ?? '' }))
    expect(byBoth.fields.amount).toBe('10.15')
    const orders = readLedger(at.ledgerPath).flatMap(({ order }) => order ?? [])
    expect(orders.map(({ merchantOrderId, initialAmount }) => [merchantOrderId, initialAmount]))
      .toEqual([['order-1', '10.15'], ['order-1', '8.00']])
  })

  it('at a group accepts any currency', async () => {
    const at = await sandbox()
    expect((await call(at, charge({ currency: 'EUR' }, '2001'))).fields.type).toBe('async-response')
    expect((await call(at, status({ client_orderid: 'order-1' }, '2001'))).fields).toMatchObject({ status: 'approved', currency: 'EUR' })
  })
})

describe('order status', () => {
  it('of a request is about that request and repeats its serial number', async () => {
    const at = await sandbox()
    const first = await call(at, charge())
    await call(at, charge({ amount: '8.00' }))
    const sn = first.fields['serial-number'] ?? ''
    const { fields } = await call(at, status({ client_orderid: 'order-1', 'by-request-sn': sn }))
    expect(fields).toMatchObject({ 'by-request-sn': sn, amount: '10.15', 'gw-order-id': first.fields['gw-order-id'] })
    expect(fields['serial-number']).not.toBe(sn)
  })

  it('refuses the serial number of another order', async () => {
    const at = await sandbox()
    await call(at, charge())
    const seeded = '00000000-0000-0000-0000-000002d9b22a'
    expect((await call(at, status({ client_orderid: 'order-1', 'by-request-sn': seeded }))).fields.type).toBe('validation-error')
    expect((await call(at, status({ ...firstOrder, 'by-request-sn': seeded }))).fields.status).toBe('approved')
  })

  it('can be signed too (v4)', async () => {
    const at = await sandbox()
    expect((await callSigned(at, '/v4/status/1001', { client_orderid: firstOrder.client_orderid })).fields)
      .toMatchObject({ type: 'status-response', status: 'approved', 'gw-order-id': firstOrder.orderid })
  })

  it('of an unknown order is a refusal with "not found"', async () => {
    const { fields } = await call(await sandbox(), status({ client_orderid: 'nobody-knows' }))
    expect(fields).toMatchObject({ type: 'validation-error', 'error-message': expect.stringContaining('not found') })
  })

  it('requires the merchant order id', async () => {
    const { fields } = await call(await sandbox(), status({ orderid: firstOrder.orderid }))
    expect(fields).toMatchObject({ 'error-code': '1', 'error-message': 'Parameter client_orderid is required' })
  })
})
