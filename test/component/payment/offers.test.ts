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
  ['one under way', { status: 'processing' }, '0', { 'Refund…': null, 'Void…': null }],
] as const)('%s: what is possible is offered, the obvious left out, and what would puzzle says why not', async (_name, reply, known, expected) => {
  await openOrder({ 'orders.page': () => success(aPage({ ...refundsOf(known), reported: aReport(approved(reply)) })) })
  for (const [name, reason] of Object.entries(expected)) {
    const found = await offer(name)
    expect({ name, offered: found !== null, possible: found?.possible ?? false })
      .toEqual({ name, offered: reason !== null, possible: reason === '' })
    if (reason !== null && reason !== '') expect(found?.said).toContain(reason)
  }
})

const release = text('order.action.open', { operation: text('operation.return-of-hold.name') })
/** The actions on the order that can be chosen: the advised one, and those of the menu. */
async function offered(): Promise<string[]> {
  const advised = [...document.querySelectorAll('.step .primary')].map((one) => words(one))
  return [...advised, ...(await menu()).filter(({ possible }) => possible).map(({ said }) => said)]
    .filter((said) => /^(Refund|Void|Capture|Release)/.test(said))
}
const hold = (changes = {}): ReturnType<typeof aCharge> => aCharge({ operation: 'preauth', effect: 'holds-money', ...changes })

test('a held preauthorisation is captured or released, never refunded or voided', async () => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold()], reported: aReport(approved({ 'transaction-type': 'preauth' })) })),
  })
  expect(heading(content)).toContain(text('verb.hold.pastWithCard', { amount: '10.15 USD', card: 'VISA •••• 1111' }))
  expect(words(content)).toContain(text('order.step.held'))
  expect((await offered()).map((said) => said.split('…')[0])).toEqual(['Capture', release.split('…')[0]])
})

test('an account has no card: a payout shows none, asks for none when it is declined, and registers none when it is approved', async () => {
  const ofPayout = (state: 'approved' | 'declined') => success(aPage({
    entries: [aCharge({ operation: 'payout-v2', cardReference: null, state })], reported: aReport(approved({ status: state })),
  }))
  const { content } = await openOrder({ 'orders.page': () => ofPayout('declined') })
  expect(words(content)).toContain(text('order.step.declinedWithoutCard'))
  expect(words(content)).not.toContain(text('order.step.otherCard'))
  expect([...content.querySelectorAll('h2')].map((title) => words(title))).not.toContain(text('answer.group.card'))
  await openOrder({ 'orders.page': () => ofPayout('approved') })
  expect((await menu()).map(({ said }) => said)).not.toContain(text('answer.registerCard'))
})

test.each(['payout-v2', 'transfer-v4'] as const)('%s: nothing was collected, so nothing is refundable or offered to refund', async (operation) => {
  const { content } = await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge({ operation, cardReference: null })], reported: aReport(approved({ 'transaction-type': 'payout' })),
    })),
  })
  expect(await offered()).toEqual([])
  expect(words(content)).not.toContain(text('order.money.atMost'))
})

test('after its capture nothing is captured again, and the money can be refunded', async () => {
  const capture = anEntry({ entryId: 'entry-2' as EntryId, operation: 'capture', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), capture], reported: aReport(approved({ 'transaction-type': 'capture' })) })),
  })
  expect(heading(content)).toContain(text('verb.capture.done'))
  const names = (await offered()).map((said) => said.split('…')[0])
  expect(names).toContain('Refund')
  expect(names).not.toContain('Capture')
})

test('of a hold that was captured in part, only that part is called paid', async () => {
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
  expect((await offered()).map((said) => said.split('…')[0])).toContain('Refund')
})

test('once released, neither capture nor release is offered, and the sentence says why', async () => {
  const released = anEntry({ entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [hold(), released], ...refundsOf('1015'), reported: aReport(approved({ 'transaction-type': 'reversal' })) })),
  })
  expect(heading(content)).toBe(`${text('order.sentence.released')} ${text('verb.release.done')}`)
  expect(await offered()).toEqual([])
})

test('a voided payment says voided, and that nothing is left of it', async () => {
  const voided = anEntry({ entryId: 'entry-2' as EntryId, operation: 'void', minorAmount: null }, [intent('10:00:00')])
  const { content } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge(), voided], ...refundsOf('1015'), reported: aReport(approved({ 'transaction-type': 'reversal' })) })),
  })
  expect(heading(content)).toBe(`${text('order.sentence.voided')} ${text('verb.void.done')}`)
  expect(words(content)).not.toContain(text('answer.status.approved', { type: text('answer.transaction.reversal') }))
  expect(await offered()).toEqual([])
})

test('how much a refund may be at most is said before the click', async () => {
  await openOrder({ 'orders.page': () => refundOf('515') })
  expect((await offer('Refund…'))?.said).toContain(text('order.action.upTo', { amount: '5.00 USD' }))
})

test.each([
  ['declined', 'approved', { 'Refund…': true, 'Void…': true, 'Capture…': false }],
  ['approved', 'approved', { 'Refund…': true, 'Void…': false, 'Capture…': false }],
  ['declined', 'declined', { 'Refund…': false, 'Void…': false, 'Capture…': false }],
] as const)('after a refund that was %s, of a charge that was %s', async (refund, charge, expected) => {
  await openOrder({
    'orders.page': () => success(aPage({
      entries: [aCharge({ state: charge })], reported: aReport(approved({ status: refund, 'transaction-type': 'reversal' })),
    })),
  })
  const possible = (await offered()).map((said) => `${said.split('…')[0] ?? ''}…`)
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, possible.includes(name)]))).toEqual(expected)
})

test('while another one has no result, none can be chosen, and it says why', async () => {
  await openOrder({
    'orders.page': () => success(aPage({ refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry } })),
  })
  for (const name of ['Refund…', 'Void…']) {
    const found = await offer(name)
    expect(found).toMatchObject({ possible: false, said: expect.stringContaining(text('order.action.busy')) as string })
  }
  expect(await offered()).toEqual([])
})

test('coming back to a lost refund: it is named, and the only thing to do is to ask', async () => {
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

test('an upload whose reply was lost: it is named, and asking asks about it', async () => {
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

test('a profile that can only be looked at offers nothing', async () => {
  await openOrder({}, [aProfile({}, { usableHere: false })])
  expect(await offer('Refund…')).toMatchObject({ possible: false, said: expect.stringContaining(text('failure.what.environment-not-usable-here')) as string })
})

test('an order whose merchant order id nobody knows cannot be refunded', async () => {
  await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [], reported: aReport(approved({ 'merchant-order-id': '' })) })),
  })
  expect(await offer('Refund…')).toMatchObject({ possible: false, said: expect.stringContaining(text('order.action.idsNotKnown')) as string })
})
