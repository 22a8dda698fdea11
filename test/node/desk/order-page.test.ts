/**
 * The order page's data, its receipt, and uploads: everything in the journal about one order.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import { orderPageSchema } from '#shared/model/payments/order.ts'
import { receiptUrl } from '../../../electron/desk/orders/receipt.ts'
import { act, asPayment, followed, sell, stateOf, type Sold } from './order-support.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const key = (desk: TestDesk, ids: Partial<Pick<OrderKey, 'orderId' | 'merchantOrderId'>>): OrderKey =>
  ({ profileId: desk.profileId, entryPoint: endpoint, orderId: null, merchantOrderId: null, ...ids })

describe('the order page', () => {
  it('by either id shows every request, fills in the other id and adds up the refunds', async () => {
    const desk = await open()
    const { orderId, merchantOrderId, answer } = await sell(desk)
    const refund = await act(desk, { orderId, merchantOrderId, answer }, 'return', { amount: '3.15' })
    await charge(desk)
    const before = desk.ledger().length
    for (const ids of [{ orderId }, { merchantOrderId }, { orderId, merchantOrderId }]) {
      const page = asPayment(await desk.call('orders.page', key(desk, ids)))
      expect(orderPageSchema.safeParse(page).success).toBe(true)
      expect(page).toMatchObject({ orderId, merchantOrderId, profileName: 'Sandbox', environment: 'sandbox', cut: false })
      expect(page.refunds).toEqual({ knownHere: '315', open: '315', count: 1, openEntryId: refund.entryId })
      // The charge, one status query of the review, one right before sending, the refund.
      expect(page.entries.map(({ row }) => row.operation)).toEqual(['recurrent-payment', 'status', 'status', 'return'])
    }
    expect(desk.ledger()).toHaveLength(before)
    await followed(desk, refund)
    expect(asPayment(await desk.call('orders.page', key(desk, { orderId }))).refunds).toEqual({ knownHere: '315', open: '0', count: 1, openEntryId: null })
  })

  it('counts a full refund as the whole order and a declined one as nothing', async () => {
    const desk = await open()
    const order = await sell(desk)
    await followed(desk, await act(desk, order, 'return'))
    expect(asPayment(await desk.call('orders.page', key(desk, order))).refunds).toEqual({ knownHere: '1015', open: '0', count: 1, openEntryId: null })
    const stubborn = await sell(desk, { cardReference: '1000301' })
    await followed(desk, await act(desk, stubborn, 'return'))
    expect(asPayment(await desk.call('orders.page', key(desk, stubborn))).refunds).toEqual({ knownHere: '0', open: '0', count: 0, openEntryId: null })
  })

  it('of an unknown order is empty, and needs one of the ids', async () => {
    const desk = await open()
    const page = await desk.call('orders.page', key(desk, { orderId: '12345' as OrderId }))
    expect(page).toMatchObject({ orderId: '12345', merchantOrderId: null, entries: [], refunds: { knownHere: '0', count: 0 } })
    expect(await desk.refused('orders.page', key(desk, { merchantOrderId: '  ' as MerchantOrderId }))).toMatchObject({ code: 'form-invalid' })
  })
})

describe('the receipt', () => {
  it('is opened at the profile’s own address by an endpoint, and at no other', async () => {
    const opened: string[] = []
    const desk = await open({ system: { openExternal: async (url) => { opened.push(url) } } })
    const input = { profileId: desk.profileId, entryPoint: endpoint, receiptId: '0c1d-22' }
    const { url } = await desk.call('orders.openReceipt', input)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/gw\/view-receipt\/1001\/0c1d-22\/$/)
    expect(opened).toEqual([url])
    const group = { kind: 'group' as const, id: '2001' }
    expect(await desk.refused('orders.openReceipt', { ...input, entryPoint: group })).toEqual({ code: 'receipt-not-offered' })
    for (const receiptId of ['', '../../x', 'a/b', 'a?b', 'a%2fb', 'a b', '@evil.example']) {
      expect(await desk.refused('orders.openReceipt', { ...input, receiptId })).toEqual({ code: 'receipt-not-offered' })
    }
    expect(opened).toHaveLength(1)
  })

  it('is not offered at an address that could lead elsewhere', () => {
    const at = (baseUrl: string, productWord = 'gw') =>
      receiptUrl({ context: { baseUrl, productWord, login: 'm', entryPoint: endpoint, switches: null as never } }, 'r-1')
    expect(at('https://gate.example/pay')).toBe('https://gate.example/pay/gw/view-receipt/1001/r-1/')
    expect(at('https://user@gate.example')).toBeNull()
    expect(at('javascript:alert(1)//')).toBeNull()
    expect(at('https://gate.example', '..')).toBeNull()
  })
})

describe('an upload whose reply was lost', () => {
  const upload = (desk: TestDesk, order: Sold) => desk.call('operations.perform', {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'upload-cres-result',
    values: { orderId: order.orderId, merchantOrderId: order.merchantOrderId }, confidential: { challengeResponse: 'eyJhIjoiYiJ9' },
  })

  it('may have moved money until the order is found again; then it is done, and it is never followed', async () => {
    const desk = await open()
    const order = await sell(desk)
    await desk.sandbox.armFault({ kind: 'html', operation: 'upload-cres-result', times: 1, delayMs: 0 })
    const answer = await upload(desk, order)
    expect(answer).toMatchObject({ outcome: { kind: 'unknown' }, money: 'may-have-moved' })
    const polls = desk.events.filter((event) => event.name === 'orders.followed').length
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId })).toMatchObject({ resolved: true, mismatches: [] })
    expect(await stateOf(desk, answer)).toBe('answered')
    expect(desk.events.filter((event) => event.name === 'orders.followed')).toHaveLength(polls)
  })

  it('and its order is not found, it stays unknown; a refused one affects no money', async () => {
    const desk = await open()
    const order = await sell(desk)
    const stranger = { ...order, orderId: '12345' as OrderId }
    expect(await upload(desk, stranger)).toMatchObject({ outcome: { kind: 'refused' }, money: 'not-concerned' })
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'upload-cres-result', times: 1, delayMs: 0 })
    const answer = await upload(desk, stranger)
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: false, mismatches: ['not-found'], answer: { money: 'may-have-moved' } })
    expect(await stateOf(desk, answer)).toBe('unknown')
  })
})
