// Opening a payment, checking its status, following it, and mismatches.
import { expect, test } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aFollow, anAnswer } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { button, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome } from './entries.ts'
import {
  aPage, approved, aReport, choose, transactionLines, heading, offer, openOrder, press, statusAnswer,
} from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

const charge10 = { amount: '10.15 USD', card: 'VISA •••• 1111' }

test('opening sends nothing to the gateway; “Check now” checks the status and shows the new state', async () => {
  const { content, inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ reported: aReport(statusAnswer('processing')), entries: [aCharge({ state: 'processing' })] })),
    'orders.status': () => success({ answer: approved(), now: null }),
  })
  expect(inputsOf('orders.status')).toEqual([])
  expect(heading(content)).toContain(text('verb.charge.doing', { amount: '10.15 USD' }))
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.status')).toEqual([expect.objectContaining({ orderId: '6768788', merchantOrderId: 'gc-1', serialNumber: null, askAnyway: false })])
  expect(heading(content)).toContain(text('verb.charge.pastWithCard', charge10))
})

test('the status is checked at the order’s own endpoint, whatever the address contains', async () => {
  const { inputsOf } = await openOrder({}, undefined, '/payment?profile=profile-1&entryPoint=group:117&orderId=6768788')
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.status')[0]!.entryPoint).toMatchObject({ kind: 'endpoint', id: '22903' })
})

test('a payment in progress counts down to its next check, and announces its result', async () => {
  const entryId = 'entry-7' as EntryId
  const underWay = aPage({
    reported: null, entries: [aCharge({ state: 'processing', entryId })],
    follow: aFollow({ entryId, ended: null, nextAt: new Date(Date.now() + 2_500).toISOString() as never }),
  })
  let page = underWay
  const { content, emit } = await openOrder({ 'orders.page': () => success(page) })
  expect(words(content)).toMatch(textPattern('order.step.nextCheck'))
  expect(words(content)).toContain(text('order.step.liveText'))
  page = aPage({ entries: [aCharge({ entryId })] })
  emit('orders.followed', aFollow({ entryId, timesAsked: 2, nextAt: null, ended: 'final', answer: approved() }))
  emit('journal.changed', null)
  await flushScreen()
  expect(heading(content)).toContain(text('verb.charge.pastWithCard', charge10))
  expect(words(document.querySelector('[data-testid="announcer"]')!)).toContain(text('verb.charge.pastWithCard', charge10))
  expect((await offer('Refund…'))?.possible).toBe(true)
})

test('a person can stop following and start it again', async () => {
  const entryId = 'entry-7' as EntryId
  const { content, inputsOf, emit } = await openOrder({
    'orders.page': () => success(aPage({
      reported: null, entries: [aCharge({ state: 'processing', entryId })], follow: aFollow({ entryId, timesAsked: 1, ended: null }),
    })),
    'orders.stopFollowing': () => success(null),
  })
  await choose(text('answer.follow.stop'))
  expect(inputsOf('orders.stopFollowing')).toEqual([{ entryId }])
  emit('orders.followed', aFollow({ entryId, timesAsked: 1, nextAt: null, ended: 'stopped-by-person' }))
  await flushScreen()
  expect(words(content)).toContain(text('answer.follow.ended.stopped-by-person', { count: 1 }))
  await press(text('answer.follow.start'))
  expect(inputsOf('orders.follow')).toEqual([{ entryId }])
})

test('an order that waits for the cardholder shows its 3-D Secure steps after a person’s status check', async () => {
  const waiting = statusAnswer('processing', { 'order-stage': 'sale_3d_validating', 'tds-status': 'CReqForm' }, { money: 'under-way' })
  const { inputsOf, content } = await openOrder({
    'orders.page': () => success(aPage({ reported: aReport(waiting), entries: [aCharge({ state: 'processing' })] })),
    'orders.status': () => success({ answer: waiting, now: null }),
    'threeDSecure.look': () => failed({ code: 'vault-locked' }),
  })
  expect(words(content)).toContain(text('order.step.cardholderAsk'))
  expect(inputsOf('threeDSecure.look')).toEqual([])
  await press(text('answer.checkStatus'))
  expect(inputsOf('threeDSecure.look')).toEqual([expect.objectContaining({ profileId: 'profile-1', orderId: '6768788', merchantOrderId: 'gc-1' })])
  expect(words(content)).toContain(text('order.step.cardholder'))
})

test.each([
  ['no reply at all', anAnswer({}, { reply: null, outcome: { kind: 'unknown', fault: 'connection-lost' } })],
  ['a refusal', anAnswer({ type: 'error', 'error-message': 'Order not found', 'error-code': '9' }, { outcome: { kind: 'refused' } })],
  ['a reply without one known field', anAnswer({ 'x-brand-new': 'seen' })],
])('a status check with %s keeps the page and offers no action that moves money', async (_name, answer) => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ reported: null })), 'orders.status': () => success({ answer, now: null }),
  })
  await press(text('answer.checkStatus'))
  expect(words(content)).toContain('merchant order gc-1')
  expect(transactionLines(content).length).toBeGreaterThan(0)
  for (const name of ['Refund…', 'Void…']) {
    expect(await offer(name)).toEqual({ possible: false, caption: expect.stringContaining(text('payment.obstacle.status-not-known')) as string })
  }
})

test('an order id alone is not enough for a status check: a link to enter the other id is shown', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [], reported: null })),
    'orders.status': () => failed({ code: 'merchant-order-id-needed' }),
  })
  expect(words(content)).toContain(text('order.step.notKnown'))
  await press(text('answer.checkStatus'))
  expect(words(content)).toContain(text('failure.what.merchant-order-id-needed'))
  expect(button(text('shell.navigation.orderStatus'), content).getAttribute('href')).toContain('orderId=6768788')
})

test('an unknown request comes first, and a status check with mismatches does not resolve it', async () => {
  const { content, inputsOf } = await openOrder({
    'orders.checkStatus': () => success({ answer: approved(), resolved: false, mismatches: ['time', 'amount'] }),
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'unknown', entryId: 'entry-9' as EntryId }, [
      intent('09:41:07'), outcome('09:41:37', { outcome: 'unknown', fault: 'answer-timeout', reply: null }),
    ])], reported: null })),
  })
  expect(heading(content)).toContain(text('order.sentence.unknown', { maybe: text('verb.charge.maybe', { amount: '10.15 USD' }) }))
  expect(words(content)).toContain(text('answer.unknownFault.answer-timeout'))
  expect(words(content)).toContain(text('order.uncertain.unknown'))
  expect(words(content)).toContain(`${text('order.money.uncertain')}10.15 USD`)
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-9' }])
  for (const part of ['mismatchesTitle', 'mismatch.time', 'mismatch.amount'] as const) expect(words(content)).toContain(text(`answer.checked.${part}`))
})

test('a payment closed as not found shows that this is no proof, and can still be checked', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'not-found', entryId: 'entry-9' as EntryId }, [])], reported: null })),
  })
  expect(heading(content)).toContain(text('order.sentence.not-found'))
  expect(words(content)).toContain(text('order.uncertain.not-found'))
  expect(button(text('answer.checkStatus'), content)).toBeDefined()
})

test('a payment that two desks sent is marked, and links to the screen where it is closed', async () => {
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge({ collision: 'open' })] })) })
  expect(words(content)).toContain(text('history.entry.collisionAdvice'))
  expect(button(text('shell.navigation.openOutcomes'), content).getAttribute('href')).toBe('/open-outcomes')
})

test('a change of the history is shown without a status check', async () => {
  const pages = [aPage(), aPage({ entries: [aCharge(), anEntry({ operation: 'return' }, [intent('11:00:00')])] })]
  const { content, inputsOf, emit } = await openOrder({ 'orders.page': () => success(pages.length > 1 ? pages.shift()! : pages[0]!) })
  emit('journal.changed', null)
  await flushScreen()
  expect(transactionLines(content)[0]).toMatch(/^Refund−10\.15 USD/)
  expect(inputsOf('orders.status')).toEqual([])
})

test('an open payment of another desk can be adopted', async () => {
  const copy = anEntry({ entryId: 'copied-1' as EntryId, state: 'unknown', isCopy: true, sentByLabel: 'Desk 2', who: 'a.lind' }, [intent('09:41:07')])
  const { content, inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ entries: [], others: [copy], reported: null, openedBy: 'copied-1' as EntryId })),
    'team.adopt': () => success(null),
  }, undefined, '/payment/copied-1')
  expect(words(content)).toContain(text('teamLists.person', { who: 'a.lind', desk: 'Desk 2' }))
  expect(words(content)).toContain(text('order.step.elsewhereText'))
  await press(text('teamLists.outcomes.ask'))
  expect(inputsOf('team.adopt')).toEqual([{ entryId: 'copied-1' }])
})
