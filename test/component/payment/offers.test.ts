import { expect, test } from 'vitest'
import type { EntryId, Masked, MinorUnits } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome } from './entries.ts'
import { aPage, approved, aReport, heading, menu, offer, openOrder, press, refundEntry, refundOf, refundsOf } from './order-screen.ts'
import { text } from '../../support/texts.ts'

test.each([
  ['an approved sale', {}, '0', { 'Refund…': '', 'Void…': '', 'Capture…': null }],
  ['a sale that is partly refunded', {}, '400', { 'Refund…': '', 'Void…': text('payment.obstacle.later-transaction') }],
  ['partly refunded where no part may be', { 'gate-partial-reversal': 'disabled' }, '400', { 'Refund…': text('payment.obstacle.above-amount') }],
  ['a sale that is wholly refunded', {}, '1015', { 'Refund…': null, 'Void…': text('payment.obstacle.later-transaction') }],
  ['a declined one', { status: 'declined' }, '0', { 'Refund…': null, 'Void…': null }],
  ['one in progress', { status: 'processing' }, '0', { 'Refund…': null, 'Void…': null }],
] as const)('%s offers possible actions, and shows others only with a reason that is not obvious', async (_name, reply, known, expected) => {
  await openOrder({ 'orders.page': () => success(aPage({ ...refundsOf(known), reported: aReport(approved(reply)) })) })
  for (const [name, reason] of Object.entries(expected)) {
    const found = await offer(name)
    expect({ name, offered: found !== null, possible: found?.possible ?? false })
      .toEqual({ name, offered: reason !== null, possible: reason === '' })
    if (reason !== null && reason !== '') expect(found?.caption).toContain(reason)
  }
})

const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })
/** The enabled actions on the order: the recommended one, and those of the menu. */
async function offered(): Promise<string[]> {
  const advised = [...document.querySelectorAll('.step .primary')].map((one) => words(one))
  return [...advised, ...(await menu()).filter(({ possible }) => possible).map(({ caption }) => caption)]
    .filter((caption) => /^(Refund|Void|Capture|Release)/.test(caption))
}
const hold = (changes = {}): ReturnType<typeof aCharge> => aCharge({ operation: 'preauth', effect: 'holds-money', ...changes })

test('a held preauthorisation is captured or released, never refunded or voided', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold()], reported: aReport(approved({ 'transaction-type': 'preauth' })) })),
  })
  expect(heading(content)).toContain(text('verb.hold.pastWithCard', { amount: '10.15 USD', card: 'VISA •••• 1111' }))
  expect(words(content)).toContain(text('order.step.held'))
  expect((await offered()).map((caption) => caption.split('…')[0])).toEqual(['Capture', release.split('…')[0]])
})

test('a payout to an account shows no card, and offers neither another card nor to register one', async () => {
  const ofPayout = (state: 'approved' | 'declined') => success(aPage({
    entries: [aCharge({ operation: 'payout-v2', cardReference: null, state })], reported: aReport(approved({ status: state })),
  }))
  const { content } = await openOrder({ 'orders.page': () => ofPayout('declined') })
  expect(words(content)).toContain(text('order.step.declinedWithoutCard'))
  expect(words(content)).not.toContain(text('order.step.otherCard'))
  expect([...content.querySelectorAll('h2')].map((title) => words(title))).not.toContain(text('answer.group.card'))
  await openOrder({ 'orders.page': () => ofPayout('approved') })
  expect((await menu()).map(({ caption }) => caption)).not.toContain(text('answer.registerCard'))
})

test.each(['payout-v2', 'transfer-v4'] as const)('%s collects no money, so it shows and offers no refund', async (operation) => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge({ operation, cardReference: null })], reported: aReport(approved({ 'transaction-type': 'payout' })),
    })),
  })
  expect(await offered()).toEqual([])
  expect(words(content)).not.toContain(text('order.money.atMost'))
})

test('a captured hold cannot be captured again, and can be refunded', async () => {
  const capture = anEntry({ entryId: 'entry-2' as EntryId, operation: 'capture', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), capture], reported: aReport(approved({ 'transaction-type': 'capture' })) })),
  })
  expect(heading(content)).toContain(text('verb.capture.done'))
  const names = (await offered()).map((caption) => caption.split('…')[0])
  expect(names).toContain('Refund')
  expect(names).not.toContain('Capture')
})

test('a hold that was captured in part shows only that part as paid', async () => {
  const capture = anEntry({ entryId: 'entry-2' as EntryId, operation: 'capture', minorAmount: '500' as MinorUnits }, [intent('10:00:00')])
  const refund = anEntry({ entryId: refundEntry, operation: 'return', minorAmount: '200' as MinorUnits }, [intent('11:00:00')])
  const paid = text('verb.charge.pastWithCard', { amount: '5.00 USD', card: 'VISA •••• 1111' })
  for (const [entries, type] of [[[hold(), capture], 'capture'], [[hold(), capture, refund], 'reversal']] as const) {
    const { content } = await openOrder({
      'orders.page': () => success(aPage({ entries, reported: aReport(approved({ 'transaction-type': type })) })),
    })
    expect(heading(content)).toContain(paid)
    expect(words(content)).toContain(`${text('verb.hold.done')}10.15 USD`)
    expect(words(content)).not.toContain('Paid10.15')
  }
})

test.each(['approved', 'declined'] as const)('a hold that was captured elsewhere can be refunded further after a refund that was %s', async (state) => {
  const lookup = anEntry({ entryId: 'entry-2' as EntryId, operation: 'status', effect: 'reads', state: 'answered' }, [
    intent('09:59:00'),
    outcome('09:59:00', { outcome: 'answered', status: 'approved', reply: 'status=approved&transaction-type=capture&processor-tx-id=c-1' as Masked }),
  ])
  const refund = anEntry({ entryId: refundEntry, operation: 'return', minorAmount: '315' as MinorUnits, state }, [intent('10:00:00')])
  await openOrder({
    'orders.page': () => success(aPage({
      entries: [hold(), lookup, refund], ...refundsOf(state === 'approved' ? '315' : '0'),
      reported: aReport(approved({ status: state, 'transaction-type': 'reversal' })),
    })),
  })
  expect((await offered()).map((caption) => caption.split('…')[0])).toContain('Refund')
})

test('a released hold offers neither capture nor release, and the headline shows the release', async () => {
  const released = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), released], ...refundsOf('1015'), reported: aReport(approved({ 'transaction-type': 'reversal' })) })),
  })
  expect(heading(content)).toBe(`${text('order.sentence.released')} ${text('verb.release.done')}`)
  expect(await offered()).toEqual([])
})

test('a voided payment is shown as voided, and offers no action', async () => {
  const voided = anEntry({ entryId: 'entry-2' as EntryId, operation: 'void', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge(), voided], ...refundsOf('1015'), reported: aReport(approved({ 'transaction-type': 'reversal' })) })),
  })
  expect(heading(content)).toBe(`${text('order.sentence.voided')} ${text('verb.void.done')}`)
  expect(words(content)).not.toContain(text('answer.status.approved', { type: text('answer.transaction.reversal') }))
  expect(await offered()).toEqual([])
})

test('the largest possible refund is shown before the click', async () => {
  await openOrder({ 'orders.page': () => refundOf('515') })
  expect((await offer('Refund…'))?.caption).toContain(text('order.action.upTo', { amount: '5.00 USD' }))
})

test.each([
  ['declined', 'approved', { 'Refund…': true, 'Void…': true, 'Capture…': false }],
  ['approved', 'approved', { 'Refund…': true, 'Void…': false, 'Capture…': false }],
  ['declined', 'declined', { 'Refund…': false, 'Void…': false, 'Capture…': false }],
] as const)('possible actions after a refund that was %s, of a charge that was %s', async (refund, charge, expected) => {
  await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge({ state: charge })], reported: aReport(approved({ status: refund, 'transaction-type': 'reversal' })),
    })),
  })
  const possible = (await offered()).map((caption) => `${caption.split('…')[0] ?? ''}…`)
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, possible.includes(name)]))).toEqual(expected)
})

test('while a refund has no result, no action can be chosen, and the reason is shown', async () => {
  await openOrder({
    'orders.page': () => success(aPage({ refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry } })),
  })
  for (const name of ['Refund…', 'Void…']) {
    const found = await offer(name)
    expect(found).toMatchObject({ possible: false, caption: expect.stringContaining(text('order.action.busy')) as string })
  }
  expect(await offered()).toEqual([])
})

test('a lost refund is named, and a status check is the only action', async () => {
  const refund = anEntry({ entryId: refundEntry, operation: 'return', state: 'unknown', minorAmount: '400' as MinorUnits }, [
    intent('10:00:00'), outcome('10:00:30', { outcome: 'unknown', fault: 'answer-timeout', reply: null }),
  ])
  const { content, inputsOf } = await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge(), refund], refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry },
    })),
    'orders.checkStatus': () => success({ answer: approved(), resolved: true, mismatches: [] }),
  })
  expect(words(content)).toContain(text('order.step.action', { what: 'Refund of 4.00 USD', state: 'unknown' }))
  expect(inputsOf('orders.status')).toEqual([])
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: refundEntry }])
  expect(words()).toContain(text('answer.checked.resolved'))
  expect(inputsOf('orders.status')).toHaveLength(1)
})

test('an upload without a reply is named, and the status check is about it', async () => {
  const upload = anEntry({
    entryId: 'entry-upload' as EntryId, operation: 'upload-cres-result', effect: 'continues-order', state: 'unknown', minorAmount: null,
  }, [intent('10:00:00'), outcome('10:00:30', { outcome: 'unknown', fault: 'answer-timeout', reply: null })])
  const { content, inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ state: 'processing' }), upload] })),
    'orders.checkStatus': () => success({ answer: approved(), resolved: true, mismatches: [] }),
  })
  expect(words(content)).toContain(text('order.step.action', { what: text('operation.upload-cres-result.name'), state: 'unknown' }))
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-upload' }])
})

test('a read-only profile offers no action', async () => {
  await openOrder({}, [aProfile({}, { usableHere: false })])
  expect(await offer('Refund…')).toMatchObject({ possible: false, caption: expect.stringContaining(text('failure.what.environment-not-usable-here')) as string })
})

test('an order without a known merchant order id cannot be refunded', async () => {
  await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [], reported: aReport(approved({ 'merchant-order-id': '' })) })),
  })
  expect(await offer('Refund…')).toMatchObject({ possible: false, caption: expect.stringContaining(text('order.action.idsNotKnown')) as string })
})
