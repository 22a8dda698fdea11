// The text for the customer on the page of a payment.
import { beforeEach, expect, test } from 'vitest'
import type { Masked, MinorUnits } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { success } from '#shared/result.ts'
import { spokenText } from '../../../renderer/ui/messages/announcer.ts'
import { ada, otto, unlockedBy } from '../support/access.ts'
import { aProfile } from '../support/data.ts'
import { click, field, unmountAll } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { anEntry, aCharge, intent } from './entries.ts'
import { aPage, approved, aReport, openOrder, press, statusAnswer } from './order-screen.ts'

beforeEach(() => { window.localStorage.clear() })

const panel = (content: Element): HTMLElement => [...content.querySelectorAll<HTMLElement>('section')]
  .find((one) => one.querySelector('h2')?.textContent === text('order.customer.title'))!
const shown = (content: Element): HTMLElement => panel(content).querySelector<HTMLElement>('[aria-live="polite"]')!
const plain = (element: Element): string => (element.textContent ?? '').replaceAll('\u00A0', ' ')
const pageOf = (state: EntryState, changes: Partial<Parameters<typeof aCharge>[0]> = {}) =>
  success(aPage({ reported: null, entries: [aCharge({ state, ...changes }, [])] }))

test('the text is shown in English, announced when it changes, and copied without being cleared', async () => {
  const { content, inputsOf } = await openOrder()
  expect(plain(shown(content))).toBe('Your payment of 10.15 USD on 20 November 2026 was successful. Thank you.')
  expect(shown(content).lang).toBe('en')
  await press(text('order.customer.copy'))
  expect(inputsOf('app.copy')).toEqual([{ text: shown(content).textContent, lasting: true }])
  expect(spokenText.value).toContain(text('ui.copiedThing', { thing: text('order.customer.thing') }))
})

test('the language is chosen beside the text and stored for this person only', async () => {
  const first = await openOrder({ 'access.describe': () => success(unlockedBy(ada)) })
  await click(field('Deutsch', panel(first.content)))
  expect(plain(shown(first.content))).toBe('Ihre Zahlung über 10,15 USD vom 20. November 2026 war erfolgreich. Vielen Dank.')
  expect(shown(first.content).lang).toBe('de')
  unmountAll()
  const again = await openOrder({ 'access.describe': () => success(unlockedBy(ada)) })
  expect(shown(again.content).lang).toBe('de')
  unmountAll()
  const other = await openOrder({ 'access.describe': () => success(unlockedBy(otto)) })
  expect(shown(other.content).lang).toBe('en')
})

test('an invalid stored language falls back to English', async () => {
  window.localStorage.setItem('customer-texts.language.desk', '__proto__')
  const { content } = await openOrder()
  expect(shown(content).lang).toBe('en')
})

test('the text follows the payment from unknown to its result', async () => {
  let page = pageOf('unknown')
  const { content } = await openOrder({
    'orders.page': () => page,
    'orders.status': () => {
      page = success(aPage())
      return success({ answer: approved(), now: null })
    },
  })
  expect(plain(shown(content))).toContain('is not confirmed yet. We are checking the result.')
  await press(text('answer.checkStatus'))
  expect(plain(shown(content))).toContain('was successful')
})

test('a refund in progress has the text of a refund', async () => {
  const entry = anEntry({ entryId: 'entry-2' as never, operation: 'return', minorAmount: '400' as MinorUnits, state: 'processing' }, [intent('10:00:00')])
  const { content } = await openOrder({ 'orders.page': () => success(aPage({ entries: [aCharge(), entry] })) })
  expect(plain(shown(content))).toBe('The refund of 4.00 USD for your payment on 20 November 2026 is being processed. We are checking the result.')
})

const hostile = '<img src=x onerror=alert(1)>\u202E 4444 33•• •••• 1111 Card reported stolen'

test('no text of the gateway, the card or the description is in the text', async () => {
  const gateway = statusAnswer('declined', {
    'error-message': hostile, 'error-code': '43', 'motivational-message': hostile, bin: '444433', 'last-four-digits': '1111',
    'card-type': 'VISA', 'cardholder-name': hostile, 'receipt-id': 'r-77',
  })
  const entry = { ...aCharge({
    state: 'declined', errorText: hostile as Masked, errorCode: '43', comment: hostile as Masked, lastFour: '1111', cardholder: hostile as Masked,
  }, []), fields: [{ name: 'order_desc', value: hostile as Masked }] }
  const production = aProfile({ environment: 'production' })
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ reported: aReport(gateway), environment: 'production', entries: [entry] })),
  }, [production])
  expect(plain(shown(content)))
    .toBe('Your payment of 10.15 USD on 20 November 2026 could not be completed. You have not been charged. Please use another card, or contact us.')
  expect(content.querySelector('img')).toBeNull()
})
