import { expect, test } from 'vitest'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aFollow, anAnswer, aStatus, serialNumber } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

const found = (answer = aStatus('approved'), now: ReturnType<typeof aStatus> | null = null) => () => success({ answer, now })
const headings = (root: Element): string[] => [...root.querySelectorAll('h2')].map((heading) => words(heading))

async function lookUp(merchantOrderId = 'inv4097763'): Promise<void> {
  await type(field(label('merchantOrderId')), merchantOrderId)
  await click(button(text('operation.status.button')))
  await flushScreen()
}

test('shows transaction and status in plain words and moves the focus there', async () => {
  const { content } = await openScreen('/order-status', {
    'orders.status': found(aStatus('approved', { 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' })),
  })
  await lookUp()
  expect(headings(content)).toContain(text('answer.status.approved', { type: 'Refund' }))
  expect(words(document.activeElement!)).toBe(text('answer.status.approved', { type: 'Refund' }))
})

test('asks for the typed id at the chosen endpoint', async () => {
  const { inputsOf } = await openScreen('/order-status', { 'orders.status': found() })
  await type(field(label('orderId')), ' 6768788 ')
  await type(field('Endpoint'), 'group:117')
  await click(button(text('operation.status.button')))
  expect(inputsOf('orders.status')).toEqual([{
    profileId: 'profile-1', entryPoint: { kind: 'group', id: '117' },
    serialNumber: null, orderId: '6768788', merchantOrderId: null, askAnyway: false,
  }])
})

test('asks nothing without an id and shows that beside the field', async () => {
  const { inputsOf } = await openScreen('/order-status', {})
  await click(button(text('operation.status.button')))
  expect(descriptionOf(field(label('merchantOrderId')))).toContain(text('orderStatus.oneNeeded'))
  expect(inputsOf('orders.status')).toEqual([])
})

test('asks for the merchant order id if the history does not have it, and only then offers to ask anyway', async () => {
  const answers = [failed({ code: 'merchant-order-id-needed' as const }), success({ answer: aStatus('approved'), now: null })]
  const { content, inputsOf } = await openScreen('/order-status', { 'orders.status': () => answers.shift()! })
  await type(field(label('orderId')), '6768788')
  await click(button(text('operation.status.button')))
  await flushScreen()
  expect(words(content)).toContain(text('orderStatus.needed.undocumented'))
  expect(document.activeElement).toBe(field(label('merchantOrderId')))
  await click(button(text('orderStatus.needed.askAnyway')))
  await flushScreen()
  expect(inputsOf('orders.status').map(({ askAnyway }) => askAnyway)).toEqual([false, true])
  expect(headings(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
})

test('a final error shows that the bank result is unclear and warns against another charge', async () => {
  const { content } = await openScreen('/order-status', { 'orders.status': found(aStatus('error', {}, { money: 'may-have-moved' })) })
  await lookUp()
  expect(words(content)).toContain(text('answer.advice.error'))
})

test('an order that is not found may still be in progress', async () => {
  const refused = anAnswer({ type: 'error', 'error-message': 'Order not found', 'error-code': '9' }, { outcome: { kind: 'refused' } })
  const { content } = await openScreen('/order-status', { 'orders.status': found(refused) })
  await lookUp()
  expect(words(content)).toContain(text('answer.advice.notFound'))
  expect(words(content)).toContain('Order not found')
})

test('while the cardholder has to act, the address for them can be copied', async () => {
  const waiting = aStatus('processing', {
    'order-stage': 'sale_3d_validating', 'redirect-to': 'https://gate.example/continue/1',
  }, { money: 'under-way' })
  const { content, inputsOf } = await openScreen('/order-status', { 'orders.status': found(waiting) })
  await lookUp()
  expect(headings(content)).toContain(text('answer.status.waiting', { type: 'Sale' }))
  await click(button(text('answer.advice.copyRedirect')))
  expect(inputsOf('app.copy')).toEqual([{ text: 'https://gate.example/continue/1' }])
})

test('asked by serial number, the current order is shown beside that request', async () => {
  const { content } = await openScreen(`/order-status?serialNumber=${serialNumber}`, {
    'orders.status': found(aStatus('approved'), aStatus('approved', { 'transaction-type': 'reversal' })),
  })
  expect(headings(content)).toEqual(expect.arrayContaining([text('answer.status.approved', { type: 'Sale' }), text('answer.status.approved', { type: 'Refund' })]))
  expect(words(content)).toContain(text('orderStatus.theOrderNow'))
})

test('shows every field, also an unknown one, with dates as received', async () => {
  const { content } = await openScreen('/order-status', {
    'orders.status': found(aStatus('approved', { 'transaction-date': '2026-11-20 09:41:13 CET', 'x-brand-new': 'seen' })),
  })
  await lookUp()
  expect(words(content)).toContain('2026-11-20 09:41:13 CET')
  expect(words(content)).toContain('x-brand-new')
})

test.each([['initial', text('answer.initialAmount')], ['current', text('answer.currentAmount')]] as const)(
  'the amount is labelled by the profile\'s reading: %s', async (statusAmountIs, label) => {
    const profile = aProfile({ switches: { ...structuredClone(defaultSwitches), statusAmountIs } })
    const { content } = await openScreen('/order-status', { 'orders.status': found() }, [profile])
    await lookUp()
    const labels = [...content.querySelectorAll('dt')].map((term) => words(term))
    expect(labels).toContain(label)
  },
)

test('follows an open order: number of checks, time of the next, and the final status', async () => {
  const open = aStatus('processing', {}, { money: 'under-way' })
  const { content, inputsOf, emit } = await openScreen('/order-status', {
    'orders.status': found(open), 'orders.follow': () => success(aFollow()),
  })
  await lookUp()
  await click(button(text('answer.follow.start')))
  expect(inputsOf('orders.follow')).toEqual([{ entryId: 'entry-1' }])
  emit('orders.followed', aFollow({ timesAsked: 2, answer: open }))
  await flushScreen()
  expect(words(content)).toMatch(/Checked 2 times\.Next check at \d\d:\d\d:\d\d/)
  emit('orders.followed', aFollow({ timesAsked: 3, answer: aStatus('declined', {}, { money: 'not-moved' }), nextAt: null, ended: 'final' }))
  await flushScreen()
  expect(headings(content)).toContain(text('answer.status.declined', { type: 'Sale' }))
  expect(words(content)).toContain(text('answer.follow.ended.final', { count: 3 }))
})

test('a final order is not offered for following', async () => {
  await openScreen('/order-status', { 'orders.status': found(aStatus('approved', {}, { money: 'moved' })) })
  await lookUp()
  expect(() => button(text('answer.follow.start'))).toThrow()
})

test('an approved order passes its ids and its endpoint to card registration', async () => {
  const group = { kind: 'group', id: '117' } as const
  const screen = await openScreen('/order-status', {
    'orders.status': found(aStatus('approved', {}, {
      entryPoint: group, orderId: '42' as OrderId, merchantOrderId: 'inv-42' as MerchantOrderId,
    })),
  })
  await lookUp()
  await click(button(text('shell.navigation.registerCard')))
  await flushScreen()
  expect(screen.path()).toBe('/register-card')
  expect([field(label('orderId')).value, field(label('merchantOrderId')).value, field('Endpoint').value]).toEqual(['42', 'inv-42', 'group:117'])
})

test('a failure is shown with its code, and the form does not change', async () => {
  const { content } = await openScreen('/order-status', { 'orders.status': () => failed({ code: 'vault-locked' }) })
  await lookUp()
  expect(words(content)).toContain(text('failure.what.vault-locked'))
  expect(words(content)).toContain('vault-locked')
  expect(field(label('merchantOrderId')).value).toBe('inv4097763')
})
