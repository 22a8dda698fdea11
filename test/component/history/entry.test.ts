import { expect, test } from 'vitest'
import type { CardReference, Masked, MinorUnits, UtcTime } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { anAnswer, aFollow, aRow, aStatus } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const at = '2026-11-20T09:41:07.120Z' as UtcTime
function detail(changes: Partial<HistoryRow> = {}, events: EntryDetail['events'] = []): EntryDetail {
  return {
    row: aRow(changes), url: 'https://gate.example/gw/api/v2/make-rebill-sale/22903', askedSerialNumber: null,
    login: 'acme-shop', gatewayAt: null, fields: [{ name: 'cvv2', value: 'XXX' as Masked }], signedText: '22903acme{merchant_control}' as Masked, events,
  }
}
async function openEntry(shown: EntryDetail, answers: Parameters<typeof openScreen>[1] = {}, profile = aProfile()) {
  const screen = await openScreen('/history/entry-1', { 'history.entry': () => success(shown), ...answers }, [profile])
  await flushScreen()
  return screen
}

test('an entry tells what happened, newest first, with its reason', async () => {
  const { content } = await openEntry(detail({}, [
    { kind: 'intent', at, who: 'm.keller', reason: 'customer called' as Masked },
    {
      kind: 'outcome', at, outcome: 'unknown', fault: 'answer-timeout', httpStatus: null, status: null, stage: null,
      errorCode: null, errorText: null, durationMs: 30_000, reply: null,
    },
    {
      kind: 'observation', at, lastAt: at, repeats: 2, status: 'approved', stage: 'sale_approved', step: null, errorCode: null,
      errorText: null, reply: '' as Masked, resolves: true,
    },
  ]))
  const happened = [...content.querySelectorAll('ol li')].map((line) => words(line))
  expect(happened[0]).toMatch(/Status at the gateway: approved sale_approved.*This resolved the entry\. · Repeated 2 times/)
  expect(happened[1]).toContain(text('answer.unknownFault.answer-timeout'))
  expect(happened[2]).toContain('by m.keller · reason: customer called')
})

test('a whole refund tells the amount that was reviewed, its references, when it was final, and its comment', async () => {
  const { content } = await openEntry(detail({
    operation: 'return', minorAmount: null, reviewed: { minorAmount: '1015' as MinorUnits, currency: 'USD' },
    bankReference: '631700000017', approvalCode: 'A1B2C3', finalAt: '2026-11-20T09:41:09.000Z' as UtcTime,
    comment: 'Wrong size' as Masked, cardBrand: 'VISA', lastFour: '0001', cardholder: 'ZOE ONEIL' as Masked,
  }))
  for (const part of [
    `${text('history.entry.reviewed')}10.15 USD`, `${text('history.entry.bankReference')}631700000017`, '09:41:09',
    `${text('history.entry.approvalCode')}A1B2C3`, 'Wrong size', 'VISA •••• 0001', 'ZOE ONEIL',
  ]) expect(words(content)).toContain(part)
})

test('an entry leads to all payments of its card', async () => {
  const { inputsOf } = await openEntry(detail(), { 'history.cardPayments': () => success({
    cardReference: '55889' as CardReference, cardHash: 'hash-1', payments: 12,
  }) })
  expect(inputsOf('history.cardPayments')).toEqual([{ entryId: 'entry-1', cardReference: null }])
  expect(button(text('history.cardPayments', { count: 12 })).getAttribute('href')).toContain('/history?card=entry:entry-1')
})

test('every id of an entry can be copied', async () => {
  const { inputsOf } = await openEntry(detail())
  for (const thing of [text('history.entry.merchantOrderId'), text('history.entry.orderId'), text('history.entry.serialNumber'), text('history.entry.cardReference'), 'Entry']) {
    await click(button(`Copy ${thing}`))
  }
  expect(inputsOf('app.copy').map(({ text }) => text)).toEqual([
    'gc-1', '6768788', '00000000-0000-0000-0000-000002d9b22a', '55889', 'entry-1',
  ])
})

test('an unknown charge is checked, and what does not fit is told', async () => {
  const { content, inputsOf } = await openEntry(detail({ state: 'unknown' }), {
    'orders.checkStatus': () => success({ answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found', 'amount'] }),
  })
  expect(words(content)).toContain('Money may have moved. Do not charge again')
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
  expect(words(content)).toContain(text('answer.checked.mismatch.amount'))
})

test('an entry under way can be followed from here', async () => {
  const { content, emit } = await openEntry(detail({ state: 'processing' }), { 'orders.follow': () => success(aFollow()) })
  await click(button(text('answer.follow.start')))
  emit('orders.followed', aFollow({ timesAsked: 1, nextAt: null, ended: 'final', answer: aStatus('approved') }))
  await flushScreen()
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
})

test('a resolved entry offers no check', async () => {
  await openEntry(detail({ state: 'approved' }))
  expect(() => button(text('answer.checkStatus'))).toThrow()
  expect(button(text('answer.openInspector')).getAttribute('href')).toContain('/inspector?entry=entry-1')
})

test('without its profile an entry can be read, and nothing is offered that would ask elsewhere', async () => {
  const { content } = await openEntry(detail({ state: 'unknown', profileId: 'gone' as never }))
  expect(words(content)).toContain(text('history.entry.profileMissing'))
  expect(() => button(text('answer.checkStatus'))).toThrow()
})

test('an entry that is not there is told', async () => {
  const { content } = await openScreen('/history/zz', { 'history.entry': () => failed({ code: 'no-such-entry' }) })
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
})
