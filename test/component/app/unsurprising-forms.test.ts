import { afterEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aStatus } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { fill, openForm, review } from '../recurrent-payment/charge-screen.ts'
import { text } from '../../support/texts.ts'

afterEach(() => { vi.restoreAllMocks() })

test('a refused review is scrolled into view and focused, so that its button does not seem dead', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await openForm({
    'payments.review': () => failed({ code: 'merchant-order-id-used', entryId: 'entry-1' as EntryId }),
  })
  await fill()
  await review()
  expect(words(document.activeElement!)).toContain('merchant-order-id-used')
  expect(scrolled.mock.contexts).toContain(document.activeElement)
})

test('a failure in the background leaves the focus where it is', async () => {
  await openScreen('/history', { 'history.list': () => failed({ code: 'no-such-profile' }) })
  await flushScreen()
  expect(document.activeElement?.closest('.notice') ?? null).toBeNull()
  expect(document.querySelector('.notice[data-kind="bad"]')).not.toBeNull()
})

test('a required field has a mark that is not part of its name', async () => {
  await openForm()
  expect(field('Amount').closest('.field')?.querySelector('.needed')).not.toBeNull()
  expect(field('Amount').getAttribute('aria-required')).toBe('true')
})

test('with a serial number alone, the form shows before the click that the gateway needs the merchant order id', async () => {
  await openScreen('/order-status', {})
  const description = () => descriptionOf(field('Merchant order id'))
  expect(description()).not.toContain(text('orderStatus.alsoNeeded'))
  await type(field('Serial number'), '00000000-0000-0000-0000-000002d9b22a')
  expect(description()).toContain(text('orderStatus.alsoNeeded'))
  await type(field('Merchant order id'), 'inv-1')
  expect(description()).not.toContain(text('orderStatus.alsoNeeded'))
})

test('a half-filled form is restored after another screen, without its card number and cvv2', async () => {
  const { go } = await openScreen('/more-operations/sale', {
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }),
  }, [aProfile({ environment: 'sandbox' })])
  await flushScreen()
  await type(field('Order description'), 'Two chairs')
  await type(field('Amount'), '10.15')
  await type(field('Card number'), '4111111111111111')
  await type(field('cvv2'), '123')
  await go('/keys')
  await go('/more-operations/sale')
  expect(field('Order description').value).toBe('Two chairs')
  expect(field('Amount').value).toBe('10.15')
  expect(field('Card number').value).toBe('')
  expect(field('cvv2').value).toBe('')
  expect(words()).toContain(text('forms.draftRestored'))
})

test('a card number typed into a wrong field is in no draft', async () => {
  const { go } = await openForm()
  await type(field('Order description'), '4111111111111111')
  await type(field('Amount'), '10.15')
  await go('/keys')
  await go('/recurrent-payment')
  expect(field('Amount').value).toBe('10.15')
  expect(field('Order description').value).toBe('')
})

test('a draft is never mixed with values from another screen', async () => {
  const { go } = await openForm()
  await type(field('Amount'), '999.00')
  await go('/keys')
  await go('/recurrent-payment?cardReference=55889')
  expect(field('Card reference id').value).toBe('55889')
  expect(field('Amount').value).toBe('')
})

test('a submitted form is not kept as a draft', async () => {
  const { go } = await openScreen('/order-status', { 'orders.status': () => success({ answer: aStatus('approved'), now: null }) })
  await type(field('Merchant order id'), 'inv4097763')
  await click(button('Look up'))
  await flushScreen()
  await go('/keys')
  await go('/order-status')
  expect(field('Merchant order id').value).toBe('')
})

test('the link of the open screen opens its start, empty', async () => {
  const { go } = await openForm()
  await fill()
  await click(button('Recurrent payment'))
  await flushScreen()
  expect(field('Amount').value).toBe('')
  expect(words(document.activeElement!)).toBe('Recurrent payment')
  await go('/keys')
  await go('/recurrent-payment')
  expect(field('Amount').value).toBe('')
})
