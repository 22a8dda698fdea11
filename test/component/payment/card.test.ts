import { expect, test } from 'vitest'
import type { CardReference } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { button } from '../support/mount.ts'
import { aCharge } from './entries.ts'
import { aPage, openOrder } from './order-screen.ts'
import { text, textPattern } from '../../support/texts.ts'

const paidBefore = (payments: number) => () => success({
  cardReference: '55889' as CardReference, cardHash: null, payments,
})

test.each([
  ['the page of the card', aCharge(), '/card?profile=profile-1&cardReference=55889'],
  ['a list, where it has no card reference', aCharge({ cardReference: null }), '/history?card=entry:entry-1'],
])('the other payments of the card are linked, found by the card and not by its last digits: %s', async (_name, entry, way) => {
  const { inputsOf } = await openOrder({
    'history.cardPayments': paidBefore(12), 'orders.page': () => success(aPage({ entries: [entry] })),
  })
  expect(inputsOf('history.cardPayments')[0]).toEqual({ entryId: 'entry-1', cardReference: null })
  expect(button(text('order.card.payments', { count: 12 })).getAttribute('href')).toBe(way)
})

test.each([
  ['this is the only one', paidBefore(1)],
  ['the card is not known', () => success(null)],
])('there is no such link if %s', async (_name, answer) => {
  await openOrder({ 'history.cardPayments': answer })
  expect(() => button(textPattern('order.card.payments', { count: 2 }))).toThrow()
})
