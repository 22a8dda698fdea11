import { expect, test } from 'vitest'
import type { OrderId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aFollow, anAnswer, aStatus, serialNumber } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { aPage } from '../payment/order-screen.ts'
import { label, text, textPattern } from '../../support/texts.ts'

const found = (answer = aStatus('approved'), now: ReturnType<typeof aStatus> | null = null) => () => success({ answer, now })

async function lookUp(merchantOrderId = 'inv4097763'): Promise<void> {
  await type(field(label('merchantOrderId')), merchantOrderId)
  await click(button(text('operation.status.button')))
  await flushScreen()
}

/** The page of an order that is not in the history. */
const unknownHere = success(aPage({ entries: [], reported: null, orderId: '6768788' as OrderId }))

test('an order that the gateway reports opens its payment, with the sentence as title and focus', async () => {
  const { address, inputsOf } = await openScreen('/order-status', {
    'orders.status': found(aStatus('approved', { 'card-type': 'VISA', 'last-four-digits': '1111' })), 'orders.page': () => unknownHere,
  })
  await lookUp()
  expect(address()).toMatch(/^\/payment\?profile=profile-1&entryPoint=endpoint:22903/)
  expect(words(document.activeElement!)).toContain(text('verb.charge.pastWithCard', { amount: '10.15 USD', card: 'VISA •••• 1111' }))
  // The page does not repeat the status query.
  expect(inputsOf('orders.status')).toHaveLength(1)
})

test('the query has the typed id and the chosen endpoint', async () => {
  const { inputsOf } = await openScreen('/order-status', { 'orders.status': found() })
  await type(field(label('orderId')), ' 6768788 ')
  await type(field('Endpoint'), 'group:117')
  await click(button(text('operation.status.button')))
  expect(inputsOf('orders.status')).toEqual([{
    profileId: 'profile-1', entryPoint: { kind: 'group', id: '117' },
    serialNumber: null, orderId: '6768788', merchantOrderId: null, askAnyway: false,
  }])
})

test('without an id nothing is sent, and the field shows the problem', async () => {
  const { inputsOf } = await openScreen('/order-status', {})
  await click(button(text('operation.status.button')))
  expect(descriptionOf(field(label('merchantOrderId')))).toContain(text('orderStatus.oneNeeded'))
  expect(inputsOf('orders.status')).toEqual([])
})

test('a missing merchant order id is required; only then “Ask anyway” is offered', async () => {
  const answers = [failed({ code: 'merchant-order-id-needed' as const }), success({ answer: aStatus('approved'), now: null })]
  const { content, inputsOf, path } = await openScreen('/order-status', { 'orders.status': () => answers.shift()!, 'orders.page': () => unknownHere })
  await type(field(label('orderId')), '6768788')
  await click(button(text('operation.status.button')))
  await flushScreen()
  expect(words(content)).toContain(text('orderStatus.needed.undocumented'))
  expect(document.activeElement).toBe(field(label('merchantOrderId')))
  await click(button(text('orderStatus.needed.askAnyway')))
  await flushScreen()
  expect(inputsOf('orders.status').map(({ askAnyway }) => askAnyway)).toEqual([false, true])
  expect(path()).toBe('/payment')
})

test('a final error shows that the result is unclear and money may have moved', async () => {
  const { content } = await openScreen('/order-status', {
    'orders.status': found(aStatus('error', {}, { money: 'may-have-moved' })), 'orders.page': () => unknownHere,
  })
  await lookUp()
  expect(words(content)).toContain(text('order.sentence.error', { maybe: text('verb.charge.maybe', { amount: '10.15 USD' }) }))
})

test('an order that is not found may still be in progress', async () => {
  const refused = anAnswer({ type: 'error', 'error-message': 'Order not found', 'error-code': '9' }, { outcome: { kind: 'refused' } })
  const { content } = await openScreen('/order-status', { 'orders.status': found(refused) })
  await lookUp()
  expect(words(content)).toContain(text('answer.advice.notFound'))
  expect(words(content)).toContain('Order not found')
})

test('a query by serial number shows that request beside the present payment', async () => {
  const { content } = await openScreen(`/order-status?serialNumber=${serialNumber}`, {
    'orders.status': found(aStatus('approved'), aStatus('approved', { 'transaction-type': 'reversal' })), 'orders.page': () => unknownHere,
  })
  expect(words(content)).toContain(text('orderStatus.theRequest'))
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
})

test('every field is shown, also an unknown one, with dates as received', async () => {
  const { content } = await openScreen('/order-status', {
    'orders.status': found(aStatus('approved', { 'transaction-date': '2026-11-20 09:41:13 CET', 'x-brand-new': 'seen' })), 'orders.page': () => unknownHere,
  })
  await lookUp()
  await click(button(textPattern('order.everything')))
  expect(words(content)).toContain('2026-11-20 09:41:13 CET')
  expect(words(content)).toContain('x-brand-new')
})

test.each([['initial', text('answer.initialAmount')], ['current', text('answer.currentAmount')]] as const)(
  'the amount is labelled by the profile\'s reading: %s', async (statusAmountIs, label) => {
    const profile = aProfile({ switches: { ...structuredClone(defaultSwitches), statusAmountIs } })
    const { content } = await openScreen('/order-status', { 'orders.status': found(), 'orders.page': () => unknownHere }, [profile])
    await lookUp()
    await click(button(textPattern('order.everything')))
    const labels = [...content.querySelectorAll('dt')].map((term) => words(term))
    expect(labels).toContain(label)
  },
)

test('an open order that is not in the history can be followed to its result', async () => {
  const open = aStatus('processing', {}, { money: 'under-way' })
  const { content, inputsOf, emit } = await openScreen('/order-status', {
    'orders.status': found(open), 'orders.follow': () => success(aFollow()), 'orders.page': () => unknownHere,
  })
  await lookUp()
  await click(button(text('answer.follow.start')))
  expect(inputsOf('orders.follow')).toEqual([{ entryId: 'entry-1' }])
  emit('orders.followed', aFollow({ timesAsked: 2, answer: open }))
  await flushScreen()
  expect(words(content)).toContain(text('order.step.liveText'))
  emit('orders.followed', aFollow({ timesAsked: 3, answer: aStatus('declined', {}, { money: 'not-moved' }), nextAt: null, ended: 'final' }))
  await flushScreen()
  expect(words(content.querySelector('h1')!)).toContain(text('order.sentence.declined'))
})

test('a failure is shown with its code, and the form does not change', async () => {
  const { content } = await openScreen('/order-status', { 'orders.status': () => failed({ code: 'vault-locked' }) })
  await lookUp()
  expect(words(content)).toContain(text('failure.what.vault-locked'))
  expect(words(content)).toContain('vault-locked')
  expect(field(label('merchantOrderId')).value).toBe('inv4097763')
})

test('an answer that arrives after the form was left opens nothing', async () => {
  let answerNow = (): void => undefined
  const answered = new Promise<void>((resolve) => { answerNow = resolve })
  const { go, path } = await openScreen('/order-status', {
    'orders.status': async () => {
      await answered
      return success({ answer: aStatus('approved'), now: null })
    },
    'orders.page': () => unknownHere,
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }),
  })
  await lookUp()
  await go('/recurrent-payment')
  await type(field(label('amount')), '10.15')
  answerNow()
  await flushScreen()
  expect(path()).toBe('/recurrent-payment')
  expect(field(label('amount')).value).toBe('10.15')
})
