import { expect, test } from 'vitest'
import type { CardReference } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { button } from '../support/mount.ts'
import { openOrder } from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

const paidBefore = (payments: number) => () => success({
  cardReference: '55889' as CardReference, cardHash: null, payments,
})

test('the other payments of the card are a click away, found by the card and not by its last digits', async () => {
  const { inputsOf } = await openOrder({ 'history.cardPayments': paidBefore(12) })
  expect(inputsOf('history.cardPayments')[0]).toEqual({ entryId: 'entry-1', cardReference: null })
  expect(button(text('order.card.payments', { count: 12 })).getAttribute('href')).toBe('/history?card=entry:entry-1')
})

test.each([
  ['this is the only one', paidBefore(1)],
  ['nobody can tell the card', () => success(null)],
])('no such link stands where %s', async (_name, answer) => {
  await openOrder({ 'history.cardPayments': answer })
  expect(() => button(textPattern('order.card.payments', { count: 2 }))).toThrow()
})
