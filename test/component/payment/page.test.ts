import { expect, test } from 'vitest'
import type { CardReference, EntryId, Masked, MerchantOrderId, MinorUnits, ProfileId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, field, flushPromises, words } from '../support/mount.ts'
import { aCharge, intent, outcome, seen } from './entries.ts'
import {
  address, aPage, approved, aReport, choose, heading, menu, openOrder, press, statusAnswer,
} from './order-screen.ts'
import { label, text } from '../../support/texts.ts'

const charge10 = { amount: '10.15 USD', card: 'VISA •••• 1111' }

test('the page shows amount, card, person, profile, ids, next step, money and references', async () => {
  const { content } = await openOrder()
  expect(heading(content)).toContain(text('verb.charge.pastWithCard', charge10))
  const shown = words(content)
  for (const part of [
    'm.keller', 'Acme Shop · Staging', 'Endpoint 22903', 'order 6768788', 'merchant order gc-1', text('order.step.nothing'), 'Paid10.15 USD',
    '4444 33•• •••• 1111', 'Card reference id55889', 'Recurrent payment10.15 USDApproved', 'took 6.0 s', 'Bank reference (RRN)510321889824', 'Approval code242805',
  ]) expect(shown).toContain(part)
})

/** A charge with enumerated amounts, of which the gateway reports this one as approved. */
const tried = (amount: string) => success(aPage({
  reported: aReport(approved({ amount, 'initial-amount': '13.13' })),
  entries: [aCharge(
    { minorAmount: '1313' as MinorUnits, enumeratedMinorAmounts: ['1313', '800'] as MinorUnits[] },
    [intent('09:41:07'), outcome('09:41:08'), seen('09:41:10', 'approved', 'sale_approved', {
      reply: `status=approved&transaction-type=sale&amount=${amount}&initial-amount=13.13&currency=USD` as Masked,
    })],
  )],
}))

test('of enumerated amounts the approved one is paid and refundable, not the first', async () => {
  const { content } = await openOrder({ 'orders.page': () => tried('8.00') })
  expect(heading(content)).toContain(text('verb.charge.pastWithCard', { ...charge10, amount: '8.00 USD' }))
  const shown = words(content)
  expect(shown).toContain('Paid8.00 USD')
  expect(shown).toContain(`${text('order.money.atMostNote')}8.00 USD`)
  expect(shown).not.toContain('payment of 13.13 USD')
})

test('of enumerated amounts none is shown as paid if the gateway reports another amount', async () => {
  const { content } = await openOrder({ 'orders.page': () => tried('7.00') })
  expect(heading(content)).toContain(text('order.sentence.someAmount').slice(1))
  expect(words(content)).toContain(text('order.money.notKnown'))
  expect(words(content)).not.toContain('Paid13.13')
})

test('the result of 3-D Secure is shown with the card', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ reported: aReport(approved({ 'verified-3d-status': 'AUTHENTICATED', eci: '05' })) })),
  })
  expect(words(content)).toContain('3-D Secure resultAUTHENTICATED')
  expect(words(content)).toContain('ECI05')
})

test('with another active profile the page shows the payment’s profile and checks its status there', async () => {
  const live = aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' })
  const { content, inputsOf } = await openOrder({}, [live, aProfile()])
  expect(words(content)).toContain(text('order.elsewhere', { merchant: 'Acme Shop · Staging' }))
  expect(words(content)).toContain('The profile in use is Acme live · Production.')
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.status')[0]).toMatchObject({ profileId: 'profile-1' })
  expect(inputsOf('profiles.choose')).toEqual([])
  expect(content.querySelector('[data-environment="staging"] h1')).not.toBeNull()
})

test('a payment of a removed profile can be read, and offers no status check and no money action', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ profileId: 'gone' as ProfileId, profileName: 'Old Shop', entries: [aCharge({ state: 'unknown' })], reported: null })),
  }, undefined, '/payment/entry-1')
  expect(words(content)).toContain('Old Shop · Staging')
  expect(words(content)).toContain(text('history.entry.profileMissing'))
  expect(() => button(text('answer.checkStatus'), content)).toThrow()
  expect((await menu()).map(({ caption }) => caption)).toEqual([text('answer.openInspector')])
})

test.each([
  ['profile=gone&entryPoint=endpoint:22903&orderId=1', text('failure.what.no-such-profile')],
  ['profile=profile-1&entryPoint=endpoint:1&orderId=1', text('failure.what.no-such-entry-point')],
  ['profile=profile-1&entryPoint=endpoint:22903', text('order.none.title')],
])('an address without an order (%s) is reported and sends no query', async (query, expected) => {
  const { content, called } = await openOrder({}, undefined, `/payment?${query}`)
  expect(words(content)).toContain(expected)
  expect(called.filter(({ name }) => name.startsWith('orders.'))).toEqual([])
})

test('another order in the address is another page', async () => {
  const { inputsOf, go } = await openOrder()
  await go('/payment?profile=profile-1&entryPoint=group:117&merchantOrderId=inv-2')
  await flushScreen()
  expect(inputsOf('orders.page').at(-1)).toMatchObject({ entryPoint: { kind: 'group', id: '117' }, merchantOrderId: 'inv-2' })
})

test('an id of several payments offers a choice', async () => {
  const rows = [aRow({ entryId: 'entry-1' as EntryId }), aRow({ entryId: 'entry-2' as EntryId, state: 'declined' })]
  const { content } = await openOrder({ 'orders.page': () => success({ kind: 'choice', payments: rows }) })
  expect(heading(content)).toBe(text('order.choice.title'))
  expect([...content.querySelectorAll('li a')].map((link) => link.getAttribute('href'))).toEqual(['/payment/entry-1', '/payment/entry-2'])
})

test('the bank’s reason in detail is shown as not for the customer, also when the payment is opened later', async () => {
  const declined = statusAnswer('declined', { 'motivational-message': 'Card reported stolen.' })
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ reported: aReport(declined), entries: [aCharge({ state: 'declined' })] })),
  })
  expect(words(content)).toContain(`${text('answer.advice.reasonInDetail')}Card reported stolen.`)
})

test('a history that cannot be read is reported, with a link to search for the order', async () => {
  const { content } = await openOrder({ 'orders.page': () => failed({ code: 'defect' }) })
  expect(words(content)).toContain(text('failure.what.defect'))
  expect(button(text('order.openPayments'), content).getAttribute('href')).toBe('/history?text=6768788')
})

test.each([
  [text('order.step.chargeCard'), '/recurrent-payment', { cardReference: '77001' }],
  [text('answer.registerCard'), '/register-card', { orderId: '6768788', merchantOrderId: 'gc-1' }],
  [text('verb.charge.again'), '/recurrent-payment', { cardReference: '77001', amount: '' }],
] as const)('the menu item “%s” fills in the values of the payment', async (name, to, values) => {
  const { path } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge({ cardReference: '77001' as CardReference })] })) })
  await choose(name)
  expect(path()).toBe(to)
  for (const [key, value] of Object.entries(values)) expect(field(label(key as keyof typeof values)).value).toBe(value)
})

test('a declined payment shows the reason, and another card can be charged the same amount', async () => {
  const { content, path } = await openOrder({
    'orders.page': () => success(aPage({
      reported: aReport(statusAnswer('declined')),
      entries: [{ ...aCharge({ state: 'declined', errorText: 'Insufficient funds' as Masked, errorCode: '116' }, []), fields: [
        { name: 'amount', value: '10.15' as Masked }, { name: 'currency', value: 'USD' as Masked },
      ] }],
    })),
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-2' as MerchantOrderId }),
  })
  expect(heading(content)).toContain('Insufficient funds · 116')
  expect(words(content)).toContain(`${text('order.sentence.noMoney')} ${text('verb.charge.undone', { amount: '10.15 USD' })}`)
  expect(content.querySelector('meter')).toBeNull()
  await press(text('order.step.otherCard'))
  expect(path()).toBe('/recurrent-payment')
  expect(field(label('amount')).value).toBe('10.15')
  expect(field(label('merchantOrderId')).value).toBe('gc-2')
})

test('every control has a name, and every time has a machine-readable value', async () => {
  const { content } = await openOrder()
  for (const control of content.querySelectorAll('button, a')) {
    expect(control.getAttribute('aria-label') ?? words(control), control.outerHTML).not.toBe('')
  }
  for (const time of content.querySelectorAll('time')) expect(time.getAttribute('datetime')).toBeTruthy()
})

test('while a batch changes the history during each reading, the payment is read and shown, one reading at a time', async () => {
  let running = true
  let reading = 0
  let most = 0
  const screen = await openScreen('/keys', {
    'keys.list': () => success([]),
    'orders.page': async () => {
      reading += 1
      most = Math.max(most, reading)
      await flushPromises()
      if (running) screen.emit('journal.changed', null)
      await flushPromises()
      reading -= 1
      return success(aPage())
    },
  })
  await screen.go(address)
  for (let turn = 0; turn < 10; turn += 1) await flushScreen()
  expect(heading(screen.content)).toContain(text('verb.charge.pastWithCard', charge10))
  // The first reading and the one after the first change.
  expect(most).toBeLessThanOrEqual(2)
  running = false
  await flushScreen()
})
