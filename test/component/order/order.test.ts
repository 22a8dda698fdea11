import { expect, test } from 'vitest'
import type { CardReference, EntryId, MerchantOrderId, ProfileId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aFollow, anAnswer } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome, seen } from './entries.ts'
import { address, aPage, approved, happened, offer, openOrder, press, showEverything, told } from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

test('one page: which order, whose and where, how it stands, money, card, references', async () => {
  const { content } = await openOrder()
  const shown = words(content)
  for (const part of ['Order 6768788', text('verb.charge.done'), 'Acme Shop · Staging', 'Recurrent payment10.15 USDApproved', 'took 6.0 s', '10.15 USD paid',
    '4444 33•• •••• 1111', 'Card reference id55889', 'Merchant order id gc-1', 'Bank reference (RRN)510321889824', 'Approval code242805']) {
    expect(shown).toContain(part)
  }
})

test('what was refunded is what this computer knows, and what may be left is said as the most', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ refunds: { knownHere: '250' as never, open: '100' as never, count: 2, openEntryId: null } })),
  })
  expect(words(content)).toContain(`${text('order.money.refunded')}${text('order.money.refundedNote')}−2.50 USD`)
  expect(words(content)).toContain(`${text('order.money.open')}${text('order.money.openNote')}−1.00 USD`)
  expect(words(content)).toContain(`${text('order.money.atMost')}${text('order.money.atMostNote')}7.65 USD`)
  for (const part of [text('order.money.note'), '2 refunds and voids']) expect(words(content)).toContain(part)
})

test('the journal is shown at once, and its ids go into the question', async () => {
  let answerNow = (): void => undefined
  const waiting = new Promise<void>((resolve) => { answerNow = resolve })
  const { content, inputsOf } = await openOrder({
    'orders.status': async () => {
      await waiting
      return success({ answer: approved({ 'card-type': 'MASTERCARD' }), now: null })
    },
  })
  expect(words(content)).toContain('10.15 USD')
  expect(happened(content).length).toBeGreaterThan(0)
  expect(offer('Refund…')).toEqual({ possible: false, said: text('order.action.asking') })
  expect(inputsOf('orders.status')).toEqual([expect.objectContaining({ orderId: '6768788', merchantOrderId: 'gc-1', serialNumber: null, askAnyway: false })])
  answerNow()
  await flushScreen()
  expect(words(content)).toContain('MASTERCARD')
  expect(offer('Refund…').possible).toBe(true)
})

test('an order is asked about where it was entered, whatever led to the page', async () => {
  const byGroup = '/order?profile=profile-1&entryPoint=group:117&orderId=6768788'
  const { inputsOf, content } = await openOrder({ 'orders.page': () => success(aPage()) }, undefined, byGroup)
  expect(inputsOf('orders.status')[0]!.entryPoint).toMatchObject({ kind: 'endpoint', id: '22903' })
  expect(words(content)).toContain('Endpoint 22903')
})

test('asking again shows what is new and reads the journal again', async () => {
  const answers = [told('processing'), approved()]
  const { content, inputsOf } = await openOrder({ 'orders.status': () => success({ answer: answers.shift()!, now: null }) })
  expect(words(content.querySelector('h1')!)).toContain(text('answer.status.processing', { type: 'Sale' }))
  const pagesRead = inputsOf('orders.page').length
  await press(text('order.askAgain'))
  expect(words(content.querySelector('h1')!)).toContain(text('verb.charge.done'))
  expect(inputsOf('orders.page').length).toBeGreaterThan(pagesRead)
})

test('while it is under way the request that made it is followed to its end', async () => {
  const { content, inputsOf, emit } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'processing', entryId: 'entry-7' as EntryId })] })),
    'orders.status': () => success({ answer: told('processing', {}, { money: 'under-way' }), now: null }),
  })
  expect(inputsOf('orders.follow')).toEqual([{ entryId: 'entry-7' }])
  emit('orders.followed', aFollow({ entryId: 'entry-7' as EntryId, timesAsked: 2, nextAt: null, ended: 'final', answer: approved() }))
  await flushScreen()
  expect(words(content.querySelector('h1')!)).toContain(text('verb.charge.done'))
  expect(offer('Refund…').possible).toBe(true)
})

test('a final order is not followed', async () => {
  const { inputsOf } = await openOrder()
  expect(inputsOf('orders.follow')).toEqual([])
})

test('an order that waits for the cardholder shows its 3-D Secure steps', async () => {
  const waiting = told('processing', { 'order-stage': 'sale_3d_validating', 'tds-status': 'CReqForm' }, { money: 'under-way' })
  const { inputsOf } = await openOrder({
    'orders.status': () => success({ answer: waiting, now: null }),
    'threeDSecure.look': () => failed({ code: 'vault-locked' }),
  })
  expect(inputsOf('threeDSecure.look')).toEqual([expect.objectContaining({ profileId: 'profile-1', orderId: '6768788', merchantOrderId: 'gc-1' })])
})

test('what 3-D Secure found stands with the card', async () => {
  const { content } = await openOrder({
    'orders.status': () => success({ answer: approved({ 'verified-3d-status': 'AUTHENTICATED', eci: '05' }), now: null }),
  })
  expect(words(content)).toContain('3-D Secure resultAUTHENTICATED')
  expect(words(content)).toContain('ECI05')
})

test('another profile in use: the page says whose order it is and asks there', async () => {
  const live = aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' })
  const { content, inputsOf } = await openOrder({}, [live, aProfile()])
  expect(words(content)).toContain(text('order.elsewhere', { merchant: 'Acme Shop · Staging' }))
  expect(words(content)).toContain('The profile in use is Acme live · Production.')
  expect(inputsOf('orders.status')[0]).toMatchObject({ profileId: 'profile-1' })
  expect(inputsOf('profiles.choose')).toEqual([])
  expect(content.querySelector('[data-environment="staging"] h1')).not.toBeNull()
})

test.each([
  ['profile=gone&entryPoint=endpoint:22903&orderId=1', text('failure.what.no-such-profile')],
  ['profile=profile-1&entryPoint=endpoint:1&orderId=1', text('failure.what.no-such-entry-point')],
  ['profile=profile-1&entryPoint=endpoint:22903', text('order.none.title')],
])('an address that leads nowhere (%s) says so and asks nothing', async (query, said) => {
  const { content, called } = await openOrder({}, undefined, `/order?${query}`)
  expect(words(content)).toContain(said)
  expect(called.filter(({ name }) => name.startsWith('orders.'))).toEqual([])
})

test('another order in the address is another page', async () => {
  const { inputsOf, go } = await openOrder()
  await go('/order?profile=profile-1&entryPoint=group:117&merchantOrderId=inv-2')
  await flushScreen()
  expect(inputsOf('orders.page').at(-1)).toMatchObject({ entryPoint: { kind: 'group', id: '117' }, merchantOrderId: 'inv-2' })
})

test.each([
  ['no reply at all', anAnswer({}, { reply: null, outcome: { kind: 'unknown', fault: 'connection-lost' } })],
  ['a refusal', anAnswer({ type: 'error', 'error-message': 'Order not found', 'error-code': '9' }, { outcome: { kind: 'refused' } })],
  ['a reply without one known field', anAnswer({ 'x-brand-new': 'seen' })],
])('%s leaves the page whole, says so, and offers nothing that moves money', async (_name, answer) => {
  const { content } = await openOrder({ 'orders.status': () => success({ answer, now: null }) })
  expect(words(content)).toContain('Merchant order id gc-1')
  expect(happened(content).length).toBeGreaterThan(0)
  for (const name of ['Refund…', 'Void…', 'Capture…']) {
    expect(offer(name)).toEqual({ possible: false, said: text('payment.obstacle.status-not-known') })
  }
})

test('a field that nobody knows is among everything the gateway said', async () => {
  const { content } = await openOrder({ 'orders.status': () => success({ answer: approved({ 'x-brand-new': 'seen' }), now: null }) })
  await press(text('order.everything'))
  expect(words(content)).toContain('x-brand-newseen')
})

test('without a journal and without an answer there is still a page', async () => {
  const { content } = await openOrder({
    'orders.page': () => failed({ code: 'defect' }), 'orders.status': () => failed({ code: 'vault-locked' }),
  })
  expect(words(content)).toContain('Order 6768788')
  expect(words(content)).toContain(text('failure.what.vault-locked'))
  expect(offer('Refund…').possible).toBe(false)
})

test('an order id alone is not enough to ask: the way to type the other one is shown', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [] })),
    'orders.status': () => failed({ code: 'merchant-order-id-needed' }),
  })
  expect(words(content)).toContain(text('failure.what.merchant-order-id-needed'))
  expect(button(text('shell.navigation.orderStatus'), content).getAttribute('href')).toContain('orderId=6768788')
})

test('the request that made it is unknown: says so, and can be checked here, which only asks', async () => {
  const { content, inputsOf } = await openOrder({
    'orders.checkStatus': () => success({ answer: approved(), resolved: false, mismatches: ['time'] }),
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'unknown', entryId: 'entry-9' as EntryId })] })),
  })
  expect(words(content)).toContain('Recurrent payment of 10.15 USD: unknown')
  expect(words(content)).toContain(text('order.uncertain.unknown'))
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-9' }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
})

test('the request that made it was closed as not found: says that this is no proof, and can still be checked', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'not-found', entryId: 'entry-9' as EntryId })] })),
  })
  expect(words(content)).toContain('Recurrent payment of 10.15 USD: not found at the gateway')
  expect(words(content)).toContain(text('order.uncertain.not-found'))
  expect(button(text('answer.checkStatus'), content)).toBeDefined()
})

test('everything that happened, newest first: requests, changes with the time between them, polls folded', async () => {
  const refund = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: '400' as never, state: 'approved' }, [
    intent('10:01:07', 'wrong size'), outcome('10:01:07'), seen('10:01:11', 'approved', 'reversal_approved'),
  ])
  const question = anEntry({ entryId: 'entry-3' as EntryId, operation: 'status', effect: 'reads', state: 'answered', minorAmount: null }, [
    intent('09:41:20'), outcome('09:41:20', { outcome: 'answered', status: 'approved', stage: 'sale_approved' }),
  ])
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge(), question, refund] })) })
  await showEverything()
  const lines = happened(content)
  expect(lines).toHaveLength(7)
  expect(lines[0]).toMatch(/^Refund approved reversal_approved.*\+ 4\.0 s$/)
  expect(lines[1]).toContain(text('history.event.outcome.accepted'))
  expect(lines[2]).toMatch(/^Refund of 4\.00 USD.*by m\.keller · reason: wrong size.*\+ 19 min 54 s$/)
  expect(lines[3]).toMatch(/^Sale approved sale_approved.*Seen 2 times, last at \d\d:41:20.*\+ 3\.0 s$/)
  expect(lines[4]).toMatch(/^Sale being processed sale_filtering.*Seen 2 times, last at \d\d:41:12.*\+ 2\.0 s$/)
  expect(lines[6]).toMatch(/^Recurrent payment of 10\.15 USD.*reason: customer called/)
  expect(lines[6]).not.toContain('+')
})

test('the 3-D Secure step of an observation stands beside its stage; another step is another line', async () => {
  const entry = anEntry({}, [
    intent('09:41:07'), seen('09:41:09', 'processing', 'sale_3d_validating', { step: 'MethodUrlFrame' }),
    seen('09:41:30', 'processing', 'sale_3d_validating', { step: 'CReqForm' }),
  ])
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [entry] })) })
  await showEverything()
  const lines = happened(content)
  expect(lines[0]).toMatch(/sale_3d_validating CReqForm/)
  expect(lines[1]).toMatch(/sale_3d_validating MethodUrlFrame/)
})

test('a request opens to its signed text, its reply, its entry and the inspector', async () => {
  const { content } = await openOrder()
  await showEverything()
  await press(text('order.happened.sent'))
  expect(words(content)).toContain('signed-entry-1{merchant_control}')
  expect(button(text('answer.openInspector'), content).getAttribute('href')).toBe('/inspector?entry=entry-1')
  expect(button(text('answer.openHistory'), content).getAttribute('href')).toBe('/history/entry-1')
  await click(button(text('history.event.showReply'), content))
  expect(words(content)).toContain('status=approved')
})

test('only the newest requests: says so', async () => {
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ cut: true })) })
  expect(words(content)).toContain(text('order.happened.cut', { count: 1 }))
})

test('a change of the journal is shown without asking the gateway again', async () => {
  const pages = [aPage(), aPage(), aPage({ entries: [aCharge(), anEntry({ operation: 'return' }, [intent('11:00:00')])] })]
  const { content, inputsOf, emit } = await openOrder({ 'orders.page': () => success(pages.length > 1 ? pages.shift()! : pages[0]!) })
  const asked = inputsOf('orders.status').length
  emit('journal.changed', null)
  await flushScreen()
  expect(happened(content)[0]).toMatch(/^Refund−10\.15 USD/)
  expect(inputsOf('orders.status')).toHaveLength(asked)
})

test('the receipt of an endpoint opens in the browser; main makes its address', async () => {
  const { inputsOf } = await openOrder({ 'orders.openReceipt': () => success({ url: 'https://staging.gate.example/r' }) })
  await press(text('order.transaction.receiptOf', { transaction: text('operation.recurrent-payment.name') }))
  expect(inputsOf('orders.openReceipt')).toEqual([{
    profileId: 'profile-1', entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, receiptId: 'r-77',
  }])
  expect(words()).toContain(text('order.receiptOpened'))
})

test('a receipt that cannot be opened says why', async () => {
  await openOrder({ 'orders.openReceipt': () => failed({ code: 'receipt-not-offered' }) })
  await press(text('order.transaction.receiptOf', { transaction: text('operation.recurrent-payment.name') }))
  expect(words()).toContain(text('failure.what.receipt-not-offered'))
})

test.each([['group:117', { 'receipt-id': 'r-77' }], ['endpoint:22903', { 'receipt-id': '' }]])(
  'no receipt is offered at %s with %o', async (entryPoint, reply) => {
    await openOrder({ 'orders.status': () => success({ answer: approved(reply), now: null }) }, undefined,
      `/order?profile=profile-1&entryPoint=${entryPoint}&orderId=6768788`)
    expect(() => button(textPattern('order.transaction.receiptOf'))).toThrow()
  },
)

test('everything for support is one text, to copy and to save', async () => {
  const { inputsOf } = await openOrder({
    'orders.investigate': () => success({ text: 'Order 6768788\nserial …' as never, fileName: 'order-6768788.txt' }),
    'orders.saveInvestigation': () => success({ fileName: 'order-6768788.txt' }),
  })
  await press(text('order.investigate.open'))
  expect(inputsOf('orders.investigate')).toEqual([expect.objectContaining({ orderId: '6768788', merchantOrderId: 'gc-1' })])
  await press(text('ui.copy'))
  expect(inputsOf('app.copy')).toEqual([{ text: 'Order 6768788\nserial …', lasting: true }])
  await press(text('order.investigate.save'))
  expect(words()).toContain('Saved: order-6768788.txt')
})

test('card and ids go on to charging and registering', async () => {
  await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge({ cardReference: '77001' as CardReference })] })) })
  expect(button(text('answer.chargeCard')).getAttribute('href')).toContain('cardReference=77001')
  expect(button(text('shell.navigation.registerCard'), document.querySelector('main')!).getAttribute('href')).toMatch(/orderId=6768788.*merchantOrderId=gc-1/)
})

test('an entry of the history and an answer about an order lead here', async () => {
  const { go, content } = await openOrder({
    'history.entry': () => success(aCharge({ merchantOrderId: 'gc-1' as MerchantOrderId })),
  })
  await go('/history/entry-1')
  expect(button(text('answer.openOrder'), content).getAttribute('href')).toBe(`${address}&merchantOrderId=gc-1`)
})

test('every control has a name, and every time says when', async () => {
  const { content } = await openOrder()
  for (const control of content.querySelectorAll('button, a')) {
    expect(control.getAttribute('aria-label') ?? words(control), control.outerHTML).not.toBe('')
  }
  for (const time of content.querySelectorAll('time')) expect(time.getAttribute('datetime')).toBeTruthy()
})
