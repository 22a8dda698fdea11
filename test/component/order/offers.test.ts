import { expect, test } from 'vitest'
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome } from './entries.ts'
import { aPage, approved, offer, openOrder, press, refundEntry, refundOf } from './order-screen.ts'
import { text } from '../../support/texts.ts'

test.each([
  ['an approved sale', {}, '0', { 'Refund…': '', 'Void…': '', 'Capture…': text('payment.obstacle.not-a-preauth') }],
  ['a sale that is partly refunded', {}, '400', {
    'Refund…': '', 'Void…': text('payment.obstacle.later-transaction'),
  }],
  ['partly refunded where no part may be', { 'gate-partial-reversal': 'disabled' }, '400', {
    'Refund…': text('payment.obstacle.above-amount'),
  }],
  ['a sale that is wholly refunded', {}, '1015', { 'Refund…': text('payment.obstacle.nothing-left') }],
  ['a declined one', { status: 'declined' }, '0', { 'Refund…': text('payment.obstacle.not-successful') }],
  ['one under way', { status: 'processing' }, '0', { 'Refund…': text('payment.obstacle.not-final'), 'Void…': text('payment.obstacle.not-final') }],
] as const)('%s: what is possible is offered, the rest says why not', async (_name, reply, known, expected) => {
  await openOrder({
    'orders.page': () => refundOf(known), 'orders.status': () => success({ answer: approved(reply), now: null }),
  })
  for (const [name, reason] of Object.entries(expected)) {
    expect({ name, possible: offer(name).possible }).toEqual({ name, possible: reason === '' })
    if (reason !== '') expect(offer(name).said).toBe(reason)
  }
})

const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })
const offered = (): string[] => [...document.querySelectorAll('main li > button')].map((one) => words(one))
const hold = (changes = {}): ReturnType<typeof aCharge> => aCharge({ operation: 'preauth', effect: 'holds-money', ...changes })

test('a held preauthorisation is captured or released, never refunded or voided', async () => {
  const { content } = await openOrder({ 'orders.status': () => success({ answer: approved({ 'transaction-type': 'preauth' }), now: null }) })
  expect(words(content.querySelector('h1')!)).toContain(text('verb.hold.done'))
  expect(offered()).toEqual(['Capture…', release])
  expect([offer('Capture…').possible, offer(release).possible]).toEqual([true, true])
})

test('after its capture the button says that it was captured, and the money can be refunded', async () => {
  const capture = anEntry({ entryId: 'entry-2' as EntryId, operation: 'capture', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), capture] })),
    'orders.status': () => success({ answer: approved({ 'transaction-type': 'capture' }), now: null }),
  })
  expect(words(content.querySelector('h1')!)).toContain(text('verb.capture.done'))
  expect(offer('Capture…')).toEqual({ possible: false, said: text('payment.obstacle.already-captured') })
  expect(offer('Refund…').possible).toBe(true)
})

test('once released, neither capture nor release is offered, and it says why', async () => {
  const released = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), released], refunds: { knownHere: '1015' as MinorUnits, open: '0' as MinorUnits, count: 1, openEntryId: null } })),
    'orders.status': () => success({ answer: approved({ 'transaction-type': 'reversal' }), now: null }),
  })
  expect(words(content.querySelector('h1')!)).toContain(text('verb.release.done'))
  expect(offered()).toEqual(['Capture…', release])
  expect(offer('Capture…')).toEqual({ possible: false, said: text('order.action.alreadyReleased') })
})

test('a voided payment says voided, and that nothing is left of it', async () => {
  const voided = anEntry({ entryId: 'entry-2' as EntryId, operation: 'void', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge(), voided], refunds: { knownHere: '1015' as MinorUnits, open: '0' as MinorUnits, count: 1, openEntryId: null } })),
    'orders.status': () => success({ answer: approved({ 'transaction-type': 'reversal' }), now: null }),
  })
  expect(words(content.querySelector('h1')!)).toContain(text('verb.void.done'))
  expect(words(content)).not.toContain(text('answer.status.approved', { type: text('answer.transaction.reversal') }))
  expect(offer('Refund…')).toEqual({ possible: false, said: text('order.action.alreadyVoided') })
})

test('how much a refund may be at most is said before the click', async () => {
  await openOrder({ 'orders.page': () => refundOf('515') })
  expect(offer('Refund…').said).toBe(text('order.action.upTo', { amount: '5.00 USD' }))
})

test.each([
  ['declined', 'approved', { 'Refund…': true, 'Void…': true, 'Capture…': false }],
  ['approved', 'approved', { 'Refund…': true, 'Void…': false, 'Capture…': false }],
  ['declined', 'declined', { 'Refund…': false, 'Void…': false, 'Capture…': false }],
] as const)('after a refund that was %s, of a charge that was %s', async (refund, charge, expected) => {
  await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ state: charge })] })),
    'orders.status': () => success({ answer: approved({ status: refund, 'transaction-type': 'reversal' }), now: null }),
  })
  const possible = Object.keys(expected).map((name) => [name, offer(name).possible])
  expect(Object.fromEntries(possible)).toEqual(expected)
})

test('another one under way comes first, and is a click away', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry } })),
  })
  for (const name of ['Refund…', 'Void…', 'Capture…']) {
    expect(offer(name).possible).toBe(false)
    expect(offer(name).said).toContain(text('order.action.busy'))
  }
  expect(button(text('failure.openOpenEntry'), content).getAttribute('href')).toBe(`/history/${refundEntry}`)
})

test('coming back to a lost refund: it is named, and the only thing to do is to ask', async () => {
  const refund = anEntry({ entryId: refundEntry, operation: 'return', state: 'unknown', minorAmount: '400' as MinorUnits }, [
    intent('10:00:00'), outcome('10:00:30', { outcome: 'unknown', fault: 'answer-timeout', reply: null }),
  ])
  const { content, inputsOf } = await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge(), refund], refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry },
    })),
    'orders.checkStatus': () => success({ answer: approved(), resolved: true, mismatches: [] }),
  })
  expect(words(content)).toContain(text('order.uncertain.title', { what: 'Refund of 4.00 USD', state: 'unknown' }))
  const asked = inputsOf('orders.status').length
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: refundEntry }])
  expect(words()).toContain(text('answer.checked.resolved'))
  expect(inputsOf('orders.status')).toHaveLength(asked + 1)
})

test('a profile that can only be looked at offers nothing', async () => {
  await openOrder({}, [aProfile({}, { usableHere: false })])
  expect(offer('Refund…')).toMatchObject({ possible: false, said: expect.stringContaining(text('failure.what.environment-not-usable-here')) as string })
})

test('an order whose merchant order id nobody knows cannot be refunded', async () => {
  await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [] })),
    'orders.status': () => success({ answer: approved({ 'merchant-order-id': '' }), now: null }),
  })
  expect(offer('Refund…')).toMatchObject({ possible: false, said: expect.stringContaining(text('order.action.idsNotKnown')) as string })
})
