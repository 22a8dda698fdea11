// A refund from its review to its result on the page of the payment.
import { expect, test } from 'vitest'
import type { Masked, MinorUnits } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { success } from '#shared/result.ts'
import { aFollow, anAnswer, aRow, aStatus } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome } from './entries.ts'
import {
  aPage, approved, aRefund, aReport, heading, offer, openOrder, press, refundEntry, refundSerialNumber, refundsOf,
  transactionLines,
} from './order-screen.ts'
import { label, text } from '../../support/texts.ts'

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!

const accepted = anAnswer({ type: 'async-response', 'gw-order-id': '6768788' }, {
  operation: 'return', entryId: refundEntry, serialNumber: refundSerialNumber, money: 'under-way',
  outcome: { kind: 'accepted', status: 'processing', final: false },
})
const lost = anAnswer({}, {
  operation: 'return', entryId: refundEntry, serialNumber: null, reply: null, money: 'may-have-moved',
  outcome: { kind: 'unknown', fault: 'answer-timeout' },
})

const refundAs = (state: EntryState, fault: string | null = null): ReturnType<typeof anEntry> => anEntry(
  { entryId: refundEntry, operation: 'return', minorAmount: null, state, serialNumber: state === 'sending' ? null : refundSerialNumber },
  [intent('10:00:00', 'wrong size'), ...(state === 'sending' ? [] : [outcome('10:00:01', fault === null ? {} : { outcome: 'not-sent', fault, reply: null })])],
)

async function reviewWhole(comment = 'wrong size'): Promise<void> {
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await type(field(label('comment')), comment)
  await press(text('operation.return.button'))
}

test('cancelling a review discards it and keeps the typed values', async () => {
  const { inputsOf } = await openOrder()
  await reviewWhole('wrong size')
  await press(text('common.cancel'))
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
  expect(field(label('comment')).value).toBe('wrong size')
})

test('leaving the page discards an unconfirmed review', async () => {
  const { inputsOf, go } = await openOrder({ 'history.search': () => success({ rows: [], next: null }) })
  await reviewWhole()
  await go('/history')
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
})

test('two quick clicks refund once', async () => {
  const { inputsOf } = await openOrder({ 'payments.submit': () => success(accepted) })
  await reviewWhole()
  const payment = button(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }), dialog())
  payment.click()
  payment.click()
  await flushScreen()
  expect(inputsOf('payments.submit')).toEqual([{ intentId: 'intent-1', reason: null, acceptUnverifiedCard: false }])
})

test('after its claim is won the dialog closes, and the refund is listed and followed by its entry', async () => {
  let pages = aPage()
  let answerNow = (): void => undefined
  const answered = new Promise<void>((resolve) => { answerNow = resolve })
  const screen = await openOrder({
    'payments.submit': async () => {
      await answered
      return success(accepted)
    },
    'orders.page': () => success(pages),
  })
  const { content, inputsOf, emit } = screen
  await reviewWhole()
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words(dialog())).toContain(text('payment.waitsFor.gateway'))
  pages = aPage({ entries: [aCharge(), refundAs('sending')], refunds: { knownHere: '1015' as MinorUnits, open: '1015' as MinorUnits, count: 1, openEntryId: refundEntry } })
  emit('payments.sending', { intentId: 'intent-1' as never, entryId: refundEntry })
  await flushScreen()
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(content.querySelector('h1'))
  expect(transactionLines(content)[0]).toMatch(/^Refund−10\.15 USD/)
  answerNow()
  pages = aPage({ entries: [aCharge(), refundAs('processing')], refunds: { knownHere: '1015' as MinorUnits, open: '1015' as MinorUnits, count: 1, openEntryId: refundEntry } })
  emit('journal.changed', null)
  emit('orders.followed', aFollow({ entryId: refundEntry, timesAsked: 1, ended: null }))
  await flushScreen()
  expect(words(document.querySelector(`[aria-label="${text('order.step.name')}"]`)!))
    .toMatch(new RegExp(`^Refund.*: being processed\\..*${text('order.step.liveText').slice(0, 16)}`))
  expect(words(content)).toMatch(new RegExp(`${text('order.money.openNote')} ?10\\.15 USD`))
  pages = aPage({ entries: [aCharge(), refundAs('approved')], ...refundsOf('1015'), reported: aReport(approved({ 'transaction-type': 'reversal' })) })
  emit('orders.followed', aFollow({
    entryId: refundEntry, timesAsked: 2, nextAt: null, ended: 'final',
    answer: aStatus('approved', { 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' }, { money: 'moved' }),
  }))
  emit('journal.changed', null)
  await flushScreen()
  expect(heading(content)).toContain(text('order.sentence.refunded'))
  const lines = transactionLines(content).join('\n')
  expect(lines).toContain(text('operation.return.name'))
  expect(lines).toContain('Recurrent payment10.15 USD')
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

test('a refund whose reply is lost blocks further ones and recommends a status check', async () => {
  let sent = false
  const { content, inputsOf } = await openOrder({
    'payments.submit': () => {
      sent = true
      return success(lost)
    },
    'orders.page': () => success(sent
      ? aPage({
        entries: [aCharge(), refundAs('unknown')],
        refunds: { knownHere: '1015' as MinorUnits, open: '1015' as MinorUnits, count: 1, openEntryId: refundEntry },
      })
      : aPage()),
    'orders.checkStatus': () => success({ answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found'] }),
  })
  await reviewWhole()
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words(content)).toContain(text('order.step.action', { what: 'Refund', state: 'unknown' }).split(':')[0])
  expect(words(content)).toContain(text('order.uncertain.unknown'))
  for (const name of ['Refund…', 'Void…']) expect((await offer(name))?.possible).toBe(false)
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: refundEntry }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

test('a refund that was not sent shows the reason in its line, and can be started again', async () => {
  let sent = false
  const notSent = anAnswer({}, {
    operation: 'return', entryId: refundEntry, reply: null, money: 'not-moved', outcome: { kind: 'not-sent', fault: 'connection-refused' },
  })
  const { content } = await openOrder({
    'payments.submit': () => {
      sent = true
      return success(notSent)
    },
    'orders.page': () => success(sent ? aPage({ entries: [aCharge(), refundAs('not-sent', 'connection-refused')] }) : aPage()),
  })
  await reviewWhole('wrong size')
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(transactionLines(content)[0]).toContain(text('history.state.not-sent'))
  expect(transactionLines(content)[0]).toContain(text('answer.notSentFault.connection-refused'))
  expect((await offer('Refund…'))?.possible).toBe(true)
})

test('a refund that could not be stored is shown with the gateway’s reply until it is stored', async () => {
  let pages = aPage()
  const { content, emit } = await openOrder({
    'payments.submit': () => {
      pages = aPage({ entries: [aCharge(), refundAs('sending')] })
      return success({ ...accepted, notKept: 'The disk is full.' })
    },
    'orders.page': () => success(pages),
  })
  await reviewWhole()
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words(content)).toContain(text('answer.notKeptTitle'))
  expect(words(content)).toContain('The disk is full. Free disk space')
  expect(words(content)).toContain(refundSerialNumber)
  pages = aPage({ entries: [aCharge(), refundAs('processing')] })
  emit('journal.changed', null)
  await flushScreen()
  expect(words(content)).not.toContain(text('answer.notKeptTitle'))
})

test('a second equal refund requires a reason, and the comment can be used', async () => {
  const duplicate = aRow({ operation: 'return', minorAmount: '200' as MinorUnits })
  const { inputsOf } = await openOrder({
    'payments.review': () => success(aRefund({ possibleDuplicate: duplicate, sent: [{ field: 'comment', value: 'wrong size' as Masked }] })),
    'payments.submit': () => success(accepted),
  })
  await reviewWhole()
  const confirm = button(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }), dialog()) as HTMLButtonElement
  expect(confirm.disabled).toBe(true)
  await press(text('payment.useComment', { comment: 'wrong size' }))
  await click(confirm)
  await flushScreen()
  expect(inputsOf('payments.submit')).toEqual([{ intentId: 'intent-1', reason: 'wrong size', acceptUnverifiedCard: false }])
})
