// The events of a payment, its evidence and receipts.
import { expect, test } from 'vitest'
import type { EntryId, Masked } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { button, click, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome, seen } from './entries.ts'
import { aPage, approved, aReport, transactionLines, openOrder, press, showEverything } from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

test('a refund opens its payment, with the refund marked and its evidence shown', async () => {
  const refund = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: '400' as never, state: 'approved' }, [
    intent('10:01:07', 'wrong size'), outcome('10:01:07'),
  ])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ openedBy: 'entry-2' as EntryId, entries: [aCharge(), refund] })),
  }, undefined, '/payment/entry-2')
  expect(words(content.querySelector('[aria-current="true"]')!)).toContain('Refund−4.00 USD')
  await press(text('history.entry.signedText'))
  expect(words(content)).toContain('signed-entry-2{merchant_control}')
})

test('an unknown field is listed among all fields of the reply', async () => {
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ reported: aReport(approved({ 'x-brand-new': 'seen' })) })) })
  await press(textPattern('order.everything'))
  expect(words(content)).toContain('x-brand-newseen')
})

test('all events are listed, newest first, with the time between them and folded checks', async () => {
  const refund = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: '400' as never, state: 'approved' }, [
    intent('10:01:07', 'wrong size'), outcome('10:01:07'), seen('10:01:11', 'approved', 'reversal_approved'),
  ])
  const question = anEntry({ entryId: 'entry-3' as EntryId, operation: 'status', effect: 'reads', state: 'answered', minorAmount: null }, [
    intent('09:41:20'), outcome('09:41:20', { outcome: 'answered', status: 'approved', stage: 'sale_approved' }),
  ])
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge(), question, refund] })) })
  await showEverything()
  const lines = transactionLines(content)
  expect(lines).toHaveLength(7)
  expect(lines[0]).toMatch(/^Refund approved reversal_approved.*\+ 4\.0 s$/)
  expect(lines[1]).toContain(text('history.event.outcome.accepted'))
  expect(lines[2]).toMatch(/^Refund of 4\.00 USD.*by m\.keller · reason: wrong size.*\+ 19 min 54 s$/)
  expect(lines[3]).toMatch(/^Recurrent payment approved sale_approved.*Seen 2 times, last at \d\d:41:20.*\+ 3\.0 s$/)
  expect(lines[4]).toMatch(/^Recurrent payment being processed sale_filtering.*Seen 2 times, last at \d\d:41:12.*\+ 2\.0 s$/)
  expect(lines[6]).toMatch(/^Recurrent payment of 10\.15 USD.*reason: customer called/)
  expect(lines[6]).not.toContain('+')
})

test('the 3-D Secure step of an observation is shown beside its stage; another step is another line', async () => {
  const entry = anEntry({}, [
    intent('09:41:07'), seen('09:41:09', 'processing', 'sale_3d_validating', { step: 'MethodUrlFrame' }),
    seen('09:41:30', 'processing', 'sale_3d_validating', { step: 'CReqForm' }),
  ])
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [entry] })) })
  await showEverything()
  const lines = transactionLines(content)
  expect(lines[0]).toMatch(/sale_3d_validating CReqForm/)
  expect(lines[1]).toMatch(/sale_3d_validating MethodUrlFrame/)
})

test('the evidence of a request has facts, ids, signed text, fields, reply and a link to the inspector', async () => {
  const sent = { ...aCharge(), fields: [{ name: 'cvv2', value: 'XXX' as Masked }] }
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [sent] })) })
  for (const title of ['order.evidence.facts', 'history.entry.signedText', 'history.entry.fields', 'answer.rawReply'] as const) await press(textPattern(title))
  const shown = words(content)
  for (const part of ['signed-entry-1{merchant_control}', 'POST https://staging.gate.example', 'cvv2XXX', 'type=async-response', `${text('history.entry.entryId')}entry-1`]) {
    expect(shown).toContain(part)
  }
  expect(button(text('answer.openInspector'), content).getAttribute('href')).toBe('/inspector?entry=entry-1')
  await showEverything()
  await click(button(text('history.event.showReply'), content))
  expect(words(content)).toContain('status=approved')
})

test('every id of a request can be copied', async () => {
  const { inputsOf } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge({ lastFour: null })] })) })
  await press(text('order.evidence.facts'))
  for (const thing of [text('history.entry.merchantOrderId'), text('history.entry.orderId'), text('history.entry.cardReference'), 'Entry']) {
    await click(button(`Copy ${thing}`, document.querySelector('.evidence')!))
  }
  expect(inputsOf('app.copy').map((copied) => copied.text)).toEqual(['gc-1', '6768788', '55889', 'entry-1'])
})

test('a list of only the newest requests states that', async () => {
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ cut: true })) })
  expect(words(content)).toContain(text('order.happened.cut', { count: 1 }))
})

test('the receipt of an endpoint opens in the browser; main builds its address', async () => {
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ entries: [receipted()] })), 'orders.openReceipt': () => success({ url: 'https://staging.gate.example/r' }),
  })
  await press(text('order.transaction.receiptOf', { transaction: text('operation.recurrent-payment.name') }))
  expect(inputsOf('orders.openReceipt')).toEqual([{
    profileId: 'profile-1', entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, receiptId: 'r-77',
  }])
  expect(words()).toContain(text('order.receiptOpened'))
})

test('a receipt that cannot be opened shows the reason', async () => {
  await openOrder({ 'orders.page': () => success(aPage({ entries: [receipted()] })), 'orders.openReceipt': () => failed({ code: 'receipt-not-offered' }) })
  await press(text('order.transaction.receiptOf', { transaction: text('operation.recurrent-payment.name') }))
  expect(words()).toContain(text('failure.what.receipt-not-offered'))
})

test.each([
  ['at a group', aPage({ entries: [receipted()], entryPoint: { kind: 'group', id: '117' } })], ['without a receipt id', aPage()],
])('no receipt is offered %s', async (_name, page) => {
  await openOrder({ 'orders.page': () => success(page) })
  expect(() => button(textPattern('order.transaction.receiptOf'))).toThrow()
})

/** A charge whose newest reply names a receipt. */
function receipted(): ReturnType<typeof aCharge> {
  return aCharge({}, [intent('09:41:07'), outcome('09:41:08'), seen('09:41:13', 'approved', 'sale_approved', { reply: 'receipt-id=r-77' as Masked })])
}
