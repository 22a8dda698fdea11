/** "Charged twice?" from a payment, from a card and from a pasted text. */
import { expect, test } from 'vitest'
import type { EntryId, MerchantKey, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { chargeOperations } from '#shared/model/payments/equal-charges.ts'
import { failed, success } from '#shared/result.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aCharge, at } from '../payment/entries.ts'
import { aPage, approved, aReport, choose, openOrder } from '../payment/order-screen.ts'

const charge = (id: string, clock: string, changes: Partial<HistoryRow> = {}) => aCharge({
  entryId: id as EntryId, at: at(clock), orderId: `o-${id}` as OrderId, merchantOrderId: `m-${id}` as MerchantOrderId, ...changes,
})
const charges = [charge('a', '09:41:07'), charge('b', '09:45:07'), charge('c', '09:46:07', { state: 'declined' })]
const rowsOf = (...all: typeof charges): HistoryRow[] => all.map(({ row }) => row)

/** Opens an address. `around`: the charges of the card. `found`: the charges that a search finds. */
async function openAt(
  address: string, { around = [], found = [], cardKnown = true }: {
    around?: readonly HistoryRow[]; found?: readonly HistoryRow[]; cardKnown?: boolean
  },
) {
  const screen = await openScreen(address, {
    'history.chargesAround': () => success({ cardKnown, charges: around }),
    'history.search': () => success({ rows: found, next: null }),
    'orders.page': (key) => {
      const entry = charges.find(({ row }) => 'entryId' in key && row.entryId === key.entryId)
      if (entry === undefined) return failed({ code: 'no-such-entry' })
      const { entryId, orderId, merchantOrderId } = entry.row
      return success(aPage({
        openedBy: entryId, orderId, merchantOrderId, entries: [entry],
        reported: aReport(approved({ 'gw-order-id': orderId!, 'merchant-order-id': merchantOrderId! })),
      }))
    },
  })
  await flushScreen()
  return screen
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('main input[type="checkbox"]')]
const tick = async (place: number) => { await click(boxes()[place]!) }
const [a, b, c] = charges as [typeof charges[0], typeof charges[0], typeof charges[0]]

test('every charge offers “Charged twice?”, which opens the charges of its card', async () => {
  const { address } = await openOrder({
    'orders.page': () => success(aPage({ entries: [a] })),
    'history.chargesAround': () => success({ cardKnown: true, charges: rowsOf(b, a) }),
  })
  await choose(text('compare.chargedTwice'))
  expect(address()).toBe('/charged-twice?entry=a')
})

test('two charges of the card are shown side by side immediately, with the verdict', async () => {
  const { content, inputsOf } = await openAt('/charged-twice?entry=a', { around: rowsOf(b, a) })
  expect(words(content)).toContain(text('compare.earlier'))
  expect(words(content)).toContain(text('compare.verdict.twoApproved.title', {
    amount: '10.15 USD', apart: text('compare.minutes', { count: 4 }),
  }))
  expect(inputsOf('history.chargesAround')[0]).toEqual({ entryId: 'a' })
})

test('a single charge is the only one known here, and can be checked', async () => {
  const { content } = await openAt('/charged-twice?entry=a', { around: rowsOf(a) })
  expect(words(content)).toContain(text('compare.verdict.onlyOne.title'))
  expect(words(content)).toContain(text('compare.verdict.onlyOne.text'))
  expect(words(content)).not.toContain(text('compare.later'))
  expect(button(text('answer.checkStatus')).tagName).toBe('BUTTON')
})

test('of three charges a person chooses two', async () => {
  const { address } = await openAt('/charged-twice?entry=a', { around: rowsOf(c, b, a) })
  const compare = () => button(text('compare.open')) as HTMLButtonElement
  expect([boxes().length, compare().disabled]).toEqual([3, true])
  await tick(0)
  await tick(2)
  expect(boxes().map(({ disabled }) => disabled)).toEqual([false, true, false])
  await click(compare())
  await flushScreen()
  expect(address()).toBe('/compare?entries=c,a')
})

test('a charge without a known card leads to the search by last four digits', async () => {
  const { content } = await openAt('/charged-twice?entry=a', { around: rowsOf(a), cardKnown: false })
  expect(words(content)).toContain(text('compare.cardNotKnown.title'))
  expect(words(content)).not.toContain(text('compare.verdict.onlyOne.title'))
  expect(button(text('compare.cardNotKnown.byDigits')).getAttribute('href'))
    .toContain('/charged-twice?amount=10.15&lastFour=1111&day=2026-11-20')
})

test('last four digits find the charges of that amount around the day, and none is preselected', async () => {
  const { content, inputsOf } = await openAt(
    '/charged-twice?amount=10.15&lastFour=1111&day=2026-11-20', { found: rowsOf(b, a) })
  const [query] = inputsOf('history.search')
  expect(query).toMatchObject({ lastFour: '1111', leastAmount: '10.15', mostAmount: '10.15', operations: chargeOperations })
  expect(Date.parse(query!.until!) - Date.parse(query!.from!)).toBe(5 * 86_400_000)
  expect(words(content)).toContain(text('compare.choose.noProof'))
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
})

test('charges that cannot be duplicates cannot be chosen together', async () => {
  const elsewhere = charge('c', '09:47:07', { merchantKey: 'other' as MerchantKey })
  const { content } = await openAt('/charged-twice?amount=10.15&lastFour=1111', { found: rowsOf(elsewhere, b, a) })
  await tick(1)
  expect(boxes().map(({ disabled }) => disabled)).toEqual([true, false, false])
  expect(words(content)).toContain(text('compare.choose.cannot'))
})

test('a single payment found by last four digits is the only one known here', async () => {
  const { content } = await openAt('/charged-twice?amount=10.15&lastFour=1111', { found: rowsOf(a) })
  expect(words(content)).toContain(text('compare.verdict.onlyOne.title'))
  expect(boxes()).toEqual([])
})

test('last four digits without a payment explain the empty result', async () => {
  const { content } = await openAt('/charged-twice?amount=10.15&lastFour=1111', {})
  expect(words(content)).toContain(text('compare.choose.none.text'))
})

test.each(['/charged-twice', '/charged-twice?amount=ten&lastFour=1111', '/charged-twice?amount=10&lastFour=11'])(
  'the address %s shows what is missing', async (address) => {
    const { content } = await openAt(address, {})
    expect(words(content)).toContain(text('compare.none.title'))
  })

test('a history that cannot be read shows the reason', async () => {
  const { content } = await openScreen('/charged-twice?entry=a', { 'history.chargesAround': () => failed({ code: 'no-such-entry' }) })
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
})
