// The page of a request that is not a payment: a lookup, status check or registration.
import { expect, test } from 'vitest'
import type { EntryId, Masked, UtcTime } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, words } from '../support/mount.ts'
import { aRow } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { press } from './order-screen.ts'
import { text } from '../../support/texts.ts'

const at = '2026-11-20T09:41:07.120Z' as UtcTime

function detail(changes: Partial<HistoryRow> = {}, reply = 'type=get-card-info-response&last-four-digits=1111&x-brand-new=seen'): EntryDetail {
  return {
    row: aRow({ operation: 'get-card-info', effect: 'reads', state: 'answered', minorAmount: null, orderId: null, merchantOrderId: null, paymentEntryId: null, ...changes }),
    url: 'https://gate.example/gw/api/v2/get-card-info/22903', askedSerialNumber: null, login: 'acme-shop', gatewayAt: null,
    fields: [{ name: 'cardrefid', value: '55889' as Masked }], signedText: 'acme55889{merchant_control}' as Masked,
    events: [
      { kind: 'intent', at, who: 'm.keller', reason: null },
      {
        kind: 'outcome', at, outcome: 'answered', fault: null, httpStatus: 200, status: null, stage: null,
        errorCode: null, errorText: null, durationMs: 400, reply: reply as Masked,
      },
    ],
    notes: [],
  }
}

async function openRequest(shown: EntryDetail, profile = aProfile()) {
  const screen = await openScreen('/payment/entry-1', { 'orders.page': () => success({ kind: 'request', detail: shown }) }, [profile])
  await flushScreen()
  return screen
}

test('the page shows the request, person, events and every field of the reply, also unknown ones', async () => {
  const { content } = await openRequest(detail())
  const shown = words(content)
  expect(words(content.querySelector('h1')!)).toBe(text('answer.headline.cardFound', { card: '•••• 1111' }))
  for (const part of [text('operation.get-card-info.name'), 'm.keller', 'Acme Shop · Staging', 'x-brand-newseen', text('history.event.outcome.answered')]) expect(shown).toContain(part)
})

test('its evidence has facts, ids, the signed text, fields and a link to the inspector', async () => {
  const { content } = await openRequest(detail())
  await press(text('history.entry.signedText'))
  await press(text('order.evidence.facts'))
  expect(words(content)).toContain('acme55889{merchant_control}')
  expect(words(content)).toContain(`${text('history.entry.entryId')}entry-1`)
  expect(button(text('answer.openInspector')).getAttribute('href')).toContain('/inspector?entry=entry-1')
})

test('a found card can be charged', async () => {
  await openRequest(detail())
  expect(button(text('answer.chargeCard')).getAttribute('href')).toContain('cardReference=55889')
})

test('a status check links to its payment', async () => {
  await openRequest(detail({ operation: 'status', paymentEntryId: 'entry-9' as EntryId, orderId: '6768788' as never }))
  expect(button(text('answer.openPayment')).getAttribute('href')).toBe('/payment/entry-9')
})

test('a status check of an order from elsewhere links to it by its ids', async () => {
  await openRequest(detail({ operation: 'status', orderId: '6768788' as never }))
  expect(button(text('answer.openPayment')).getAttribute('href')).toContain('orderId=6768788')
})

test('a refused request shows the reason with its code', async () => {
  const { content } = await openRequest(detail({ state: 'refused', errorText: 'Card not found' as Masked, errorCode: '12' }))
  expect(words(content)).toContain('Card not found')
  expect(words(content)).toContain(`${text('answer.code')} 12`)
})

test('a request of a removed profile can be read, and offers no further request', async () => {
  const { content } = await openRequest(detail({ profileId: 'gone' as never }))
  expect(words(content)).toContain(text('history.entry.profileMissing'))
  expect(() => button(text('answer.chargeCard'))).toThrow()
})

test('a missing entry is reported', async () => {
  const { content } = await openScreen('/payment/zz', { 'orders.page': () => failed({ code: 'no-such-entry' }) })
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
})
