/** Two payments side by side, and the links that open them. */
import { expect, test } from 'vitest'
import type { EntryId, MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { failed, success } from '#shared/result.ts'
import { aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aCharge, anEntry, at, intent, outcome, seen } from '../payment/entries.ts'
import { aPage, approved, aRefund, aReport, openOrder, refundEntry, statusAnswer } from '../payment/order-screen.ts'

type Answers = Parameters<typeof openScreen>[1]

const address = '/compare?entries=second,first'
const apart = text('compare.minutes', { count: 4 })

const charge = (id: string, clock: string, changes: Partial<ReturnType<typeof aRow>> = {}) => aCharge({
  entryId: id as EntryId, at: at(clock), orderId: `o-${id}` as OrderId, merchantOrderId: `m-${id}` as MerchantOrderId, ...changes,
})
const first = charge('first', '09:41:07')
const second = charge('second', '09:45:07')

const pageOf = (entry: typeof first, other: typeof first, changes: Partial<OrderPage> = {}) => aPage({
  openedBy: entry.row.entryId, orderId: entry.row.orderId, merchantOrderId: entry.row.merchantOrderId, entries: [entry],
  reported: aReport(approved({ 'gw-order-id': entry.row.orderId!, 'merchant-order-id': entry.row.merchantOrderId! })),
  equalCharges: [other.row], ...changes,
})

/** Opens both payments; `pages`: main's answer for each, by its entry. */
async function openBoth(
  pages: Record<string, OrderPage>, answers: Answers = {}, profiles?: Parameters<typeof openScreen>[2],
) {
  const screen = await openScreen(address, {
    'orders.page': (key) => ('entryId' in key ? success(pages[key.entryId]!) : failed({ code: 'no-such-entry' })),
    'history.chargesAround': () => success({ cardKnown: true, charges: [second.row, first.row] }),
    ...answers,
  }, profiles)
  await flushScreen()
  return screen
}
const equal = { first: pageOf(first, second), second: pageOf(second, first) }

/** The row of a fact: its values, and whether it is marked as different. */
function row(label: string): { readonly values: string[]; readonly differs: boolean } {
  const found = [...document.querySelectorAll('main tbody tr')].find((one) => words(one.querySelector('th')!).startsWith(label))
  if (found === undefined) throw new Error(`There is no row ${label}.`)
  return {
    values: [...found.querySelectorAll('td')].map((cell) => words(cell)),
    differs: words(found.querySelector('th')!).includes(text('compare.differs')),
  }
}

const named = (label: string, name: 'earlier' | 'later') => `${label} ${text(`compare.${name}`)}`

test('both are shown, the earlier one first, with differences marked, and nothing is sent to the gateway', async () => {
  const { inputsOf } = await openBoth(equal)
  expect(row(text('history.column.amount'))).toEqual({ values: ['10.15 USD', '10.15 USD'], differs: false })
  expect(row(text('history.totals.net'))).toEqual({ values: ['10.15 USD', '10.15 USD'], differs: false })
  expect(row(text('history.entry.merchantOrderId'))).toEqual({ values: ['m-first', 'm-second'], differs: true })
  expect(row(text('history.column.time')).differs).toBe(true)
  expect(row(text('compare.result')).differs).toBe(false)
  expect(inputsOf('orders.status')).toEqual([])
})

const stateOf = (entry: typeof first, status: string) => aReport(statusAnswer(status, {
  'gw-order-id': entry.row.orderId!, 'merchant-order-id': entry.row.merchantOrderId!,
}))
const secondIn = (status: 'declined' | 'processing') =>
  pageOf(charge('second', '09:45:07', { state: status }), first, { reported: stateOf(second, status) })
const returned = anEntry({
  entryId: refundEntry, operation: 'return', state: 'approved', minorAmount: null, orderId: second.row.orderId,
  merchantOrderId: second.row.merchantOrderId,
}, [intent('10:00:00'), outcome('10:00:01'), seen('10:00:02', 'approved', 'reversal_approved')])
const verdict = (words: 'twoApproved' | 'oneApproved' | 'noResult' | 'oneRefunded' | 'onlyOne') =>
  text(`compare.verdict.${words}.title`, { amount: '10.15 USD', apart })
const verdicts = (['twoApproved', 'oneApproved', 'noResult', 'oneRefunded', 'onlyOne'] as const).map(verdict)

test.each<[string, OrderPage, string]>([
  ['two approved payments', equal.second, verdict('twoApproved')],
  ['an approved and a declined one', secondIn('declined'), verdict('oneApproved')],
  ['one that is in progress', secondIn('processing'), verdict('noResult')],
  ['one whose refund is open', pageOf(second, first, {
    refunds: { knownHere: '1015' as MinorUnits, open: '1015' as MinorUnits, count: 1, openEntryId: refundEntry },
  }), verdict('noResult')],
  ['one that was returned whole', pageOf(second, first, { entries: [second, returned] }), verdict('oneRefunded')],
])('the verdict on “Charged twice?” follows from %s', async (_what, later, answer) => {
  const { content } = await openBoth({ ...equal, second: later })
  expect(verdicts.filter((one) => words(content).includes(one))).toEqual([answer])
  expect(words(content)).not.toContain(text('compare.cardNotProven.title'))
})

test.each([
  ['a declined one', secondIn('declined'), 'oneApproved', 'or holds it where it is a hold'],
  ['one that was returned', pageOf(second, first, { entries: [second, returned] }), 'oneRefunded', 'or held where it is a hold'],
] as const)('a hold beside %s is not called a charge', async (_what, later, verdictId, expected) => {
  const hold = charge('first', '09:41:07', { operation: 'recurrent-preauthorisation' })
  const { content } = await openBoth({
    first: pageOf(hold, second, { reported: aReport(approved({
      'gw-order-id': 'o-first', 'merchant-order-id': 'm-first', 'transaction-type': 'preauth', 'order-stage': 'preauth_approved',
    })) }),
    second: later,
  })
  expect(words(content)).toContain(verdict(verdictId))
  expect(row(text('compare.result')).values.join()).toMatch(/hold|held/i)
  expect(words(content)).toContain(expected)
})

test('an amount that the gateway did not report is read in the profile’s minor units', async () => {
  const yen = { reviewed: { minorAmount: '101555' as MinorUnits, currency: 'JPY' }, minorAmount: '101555' as MinorUnits, currency: 'JPY' }
  const pages = [charge('first', '09:41:07', yen), charge('second', '09:45:07', yen)] as const
  const profile = aProfile({ switches: { ...defaultSwitches, minorUnitDigits: 'always-two' } })
  await openBoth({
    first: pageOf(pages[0], pages[1], { reported: null }), second: pageOf(pages[1], pages[0], { reported: null }),
  }, {}, [profile])
  expect(row(text('history.column.amount')).values).toEqual(['1,015.55 JPY', '1,015.55 JPY'])
})

test('a payment that could not be read can be read again', async () => {
  let reads = 0
  const { content } = await openBoth(equal, {
    'orders.page': (key) => {
      reads += 1
      return reads <= 2 ? failed({ code: 'defect' }) : success(equal['entryId' in key && key.entryId === 'first' ? 'first' : 'second'])
    },
  })
  await click(button(text('common.retry')))
  await flushScreen()
  expect(words(content)).toContain(verdict('twoApproved'))
})

test('two payments of different amounts have no verdict', async () => {
  const other = charge('second', '09:45:07', { reviewed: { minorAmount: '1016' as MinorUnits, currency: 'USD' } })
  const { content } = await openBoth({ ...equal, second: pageOf(other, first) })
  expect(verdicts.filter((one) => words(content).includes(one))).toEqual([])
})

test('a warning is shown if neither reference nor hash proves that both have the same card', async () => {
  const { content } = await openBoth(equal, {
    'history.chargesAround': () => success({ cardKnown: true, charges: [first.row] }),
  })
  expect(words(content)).toContain(text('compare.cardNotProven.title'))
})

test('“Check both now” checks the status of both and updates the verdict', async () => {
  const pages = { ...equal, second: secondIn('processing') }
  const { content, inputsOf } = await openBoth(pages, {
    'orders.status': ({ orderId, merchantOrderId }) => {
      Object.assign(pages, equal)
      return success({
        now: null, answer: approved({ 'gw-order-id': orderId!, 'merchant-order-id': merchantOrderId! }),
      })
    },
  })
  expect(words(content)).toContain(verdict('noResult'))
  expect(row(text('history.totals.net')).values).toEqual(['10.15 USD', text('compare.notKnown')])
  await click(button(text('compare.checkBoth')))
  await flushScreen()
  expect(inputsOf('orders.status').map(({ orderId }) => orderId)).toEqual(['o-first', 'o-second'])
  expect(words(content)).toContain(verdict('twoApproved'))
})

test('a failed check is reported beside its payment', async () => {
  await openBoth(equal, { 'orders.status': () => failed({ code: 'no-such-profile' }) })
  await click(button(text('compare.checkBoth')))
  await flushScreen()
  for (const value of row(text('compare.result')).values) expect(value).toContain(text('failure.what.no-such-profile'))
})

test('a refund of one of them uses the usual form and review, and opens its page', async () => {
  const { path, inputsOf, emit } = await openBoth(equal, {
    'payments.review': () => success(aRefund({ orderId: 'o-second' as OrderId, merchantOrderId: 'm-second' as MerchantOrderId })),
    'payments.submit': async () => await new Promise(() => undefined),
    'payments.discard': () => success(null),
  })
  await click(button(named(text('order.action.open', { operation: text('operation.return.name') }), 'later')))
  await flushScreen()
  const comment = document.querySelector<HTMLInputElement>('[role="dialog"] form input:not([type="radio"])')!
  comment.value = 'duplicate'
  comment.dispatchEvent(new Event('input', { bubbles: true }))
  await click(button(text('operation.return.button')))
  await flushScreen()
  expect(inputsOf('payments.review')).toMatchObject([{
    operation: 'return', values: { orderId: 'o-second', merchantOrderId: 'm-second', comment: 'duplicate' },
  }])
  await click(button(/^Refund the whole 10\.15/))
  emit('payments.sending', { intentId: aRefund().intentId, entryId: refundEntry })
  await flushScreen()
  expect(path()).toBe(`/payment/${refundEntry}`)
})

test('each payment links to its page, and the navigation marks Payments', async () => {
  await openBoth(equal)
  expect(button(named(text('compare.openPayment'), 'later')).getAttribute('href')).toContain('/payment/second')
  expect([...document.querySelectorAll('nav a[aria-current]')].map((link) => link.textContent.trim()))
    .toEqual([text('shell.navigation.history')])
})

test('an address with one payment shows what is missing', async () => {
  const { content } = await openScreen('/compare?entries=first', {})
  expect(words(content)).toContain(text('compare.none.title'))
})

test('a payment that cannot be read shows the reason', async () => {
  const { content } = await openScreen(address, { 'orders.page': () => failed({ code: 'no-such-entry' }) })
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
})

test('the page of a payment names the other charge with its time and state, and links to the comparison', async () => {
  const { content } = await openOrder({ 'orders.page': () => success(pageOf(second, first)) })
  expect(words(content)).toContain(text('compare.chargedTwice'))
  expect(words(content)).toMatch(/10\.15 USD by the same card, 4 minutes earlier \(20 Nov, \d\d:41\): Approved/)
  expect(button(text('compare.open')).getAttribute('href')).toContain('/compare?entries=first,second')
})
