import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import type { MerchantKey, MinorUnits, NetMinorUnits, ProfileId } from '#shared/brands.ts'
import type { HistorySum } from '#shared/model/history/history-list.ts'
import { shownTotals, type ShownTotals } from '#shared/model/history/history-totals.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const shop = 'shop' as ProfileId
const twoDigits = 'two-digits' as ProfileId
const readings = ({ profileId }: Pick<HistorySum, 'profileId'>) => (profileId === twoDigits ? 'always-two' : 'iso-4217')

function aSum(changes: Partial<Omit<HistorySum, 'minorAmount' | 'netMinorAmount'>>, minor = '0', net = '0'): HistorySum {
  return {
    profileId: shop, merchantKey: 'https://gate.example gw shop' as MerchantKey, sentBy: null, currency: 'USD', operation: 'recurrent-payment', state: 'approved', entries: 1, minorAmount: minor as MinorUnits,
    withoutAmount: 0, netMinorAmount: net as NetMinorUnits, netUnknown: 0, reportedOtherwise: 0, ...changes,
  }
}

const netOf = ({ currencies }: ShownTotals) => currencies.map(({ currency, amounts }) => [currency, amounts.net])

it('the net total of a currency has its moved amounts, without declined ones', () => {
  const totals = shownTotals([
    aSum({ entries: 2 }, '10000', '10000'), aSum({ operation: 'return' }, '2000', '-2000'),
    aSum({ currency: 'EUR', operation: 'sale' }, '50', '50'),
    aSum({ state: 'declined', entries: 5, currency: 'GBP' }, '48815'), aSum({ state: 'unknown' }, '999'),
    aSum({ operation: 'preauth' }, '300'),
  ], readings)
  expect(totals.groups).toEqual(['approved', 'held', 'refunds', 'net', 'declined', 'open'])
  expect(totals.currencies).toEqual([
    { currency: 'EUR', amounts: { approved: '0.50', net: '0.50' } },
    { currency: 'GBP', amounts: { declined: '488.15' } },
    { currency: 'USD', amounts: { approved: '100.00', held: '3.00', refunds: '20.00', net: '80.00', open: '9.99' } },
  ])
  expect([totals.payments, totals.others]).toEqual([10, 1])
})

it('more refunds than payments give a negative total, in the currency’s digits and without floating point', () => {
  const totals = shownTotals([
    aSum({ operation: 'return', currency: 'BHD' }, '9007199254740993001', '-9007199254740993001'),
    aSum({ currency: 'JPY' }, '1015', '1015'),
  ], readings)
  expect(netOf(totals)).toEqual([['BHD', '-9007199254740993.001'], ['JPY', '1015']])
})

it('profiles that read a currency with other digits are added as money, not as minor units', () => {
  const totals = shownTotals([
    aSum({ currency: 'JPY' }, '1015', '1015'), aSum({ currency: 'JPY', profileId: twoDigits }, '100050', '100050'),
    aSum({ currency: 'BHD' }, '1005', '1005'), aSum({ currency: 'BHD', profileId: twoDigits }, '101', '101'),
  ], readings)
  expect(netOf(totals)).toEqual([['BHD', '2.015'], ['JPY', '2015.50']])
})

beforeEach(() => { vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600) })
afterEach(() => { vi.restoreAllMocks() })

test('the totals follow the list, show that counting runs, and cancel the count of an older filter', async () => {
  let answer: (sums: HistorySum[]) => void = () => undefined
  const { content, inputsOf, go } = await openScreen('/history?state=declined', {
    'history.list': () => success({ lines: [aLine({ state: 'declined' })], next: null }),
    'history.totals': () => new Promise((resolve) => { answer = (sums) => { resolve(success({ sums })) } }),
  })
  const foot = () => words(content.querySelector('.foot')!)
  expect(foot()).toBe(text('history.totals.counting'))
  await vi.waitFor(() => { expect(inputsOf('history.totals')).toHaveLength(1) })
  await go('/history?state=approved')
  expect(inputsOf('history.cancelTotals')).toEqual([{ totalsId: inputsOf('history.totals')[0]!.totalsId }])
  await vi.waitFor(() => { expect(inputsOf('history.totals')).toHaveLength(2) })
  answer([aSum({ entries: 1_204 }, '100000', '100000')])
  await flushScreen()
  expect(foot()).toContain(text('history.totals.payments', { count: 1_204, number: '1,204' }))
  const cells = (row: Element) => [...row.children].map((cell) => words(cell))
  expect([...content.querySelectorAll('.foot tr')].map(cells)).toEqual([
    [text('history.totals.currency'), text('history.totals.approved'), text('history.totals.net')], ['USD', '1,000.00', '1,000.00'],
  ])
  await click(button(text('ui.copyThing', { thing: text('history.totals.thing') }), content))
  expect(inputsOf('app.copy')).toEqual([expect.objectContaining({
    text: [text('history.totals.currency'), text('history.totals.approved'), text('history.totals.net')].join('\t') + '\nUSD\t1000.00\t1000.00',
  })])
  expect(inputsOf('history.totals')[1]!.filter).toMatchObject({ states: ['approved'], view: 'payments' })
})

test('a change of entries during a count lets it finish, then counts again', async () => {
  const answers: (() => void)[] = []
  const { content, inputsOf, emit } = await openScreen('/history', {
    'history.list': () => success({ lines: [aLine({ state: 'approved' })], next: null }),
    'history.totals': () => new Promise((resolve) => {
      answers.push(() => { resolve(success({ sums: [aSum({ entries: answers.length }, '1000', '1000')] })) })
    }),
  })
  await vi.waitFor(() => { expect(answers).toHaveLength(1) })
  for (let count = 0; count < 3; count++) emit('journal.changed', null)
  await flushScreen()
  expect(inputsOf('history.cancelTotals')).toEqual([])
  answers[0]!()
  await flushScreen()
  expect(words(content.querySelector('.foot')!)).toContain(text('history.totals.payments', { count: 1, number: '1' }))
  await vi.waitFor(() => { expect(answers).toHaveLength(2) })
  expect(inputsOf('history.cancelTotals')).toEqual([])
})

test('amounts of a removed profile are read like those of another profile of the merchant', async () => {
  const two = aProfile({ switches: { ...defaultSwitches, minorUnitDigits: 'always-two' } })
  const of = { profileId: 'removed' as ProfileId, merchantKey: two.historyKey!, currency: 'JPY' }
  const reviewed = { minorAmount: '100000' as MinorUnits, currency: 'JPY' }
  const { content } = await openScreen('/history', {
    'history.list': () => success({ lines: [aLine({ ...of, reviewed, minorAmount: reviewed.minorAmount })], next: null }),
    'history.totals': () => success({ sums: [aSum(of, '100000', '100000')] }),
  }, [two])
  await vi.waitFor(() => { expect(words(content.querySelector('.foot')!)).toContain('JPY1,0001,000') })
  expect(words(content.querySelector('.row.line')!)).toContain('Staging1,000 JPY')
})

test('payments that the gateway reports differently are marked in the list, and counted beside the sums and in their copy', async () => {
  const { content, inputsOf } = await openScreen('/history', {
    'history.list': () => success({ lines: [aLine({ reportedOtherwise: ['amount'] })], next: null }),
    'history.totals': () => success({ sums: [aSum({ entries: 2, reportedOtherwise: 1 }, '2030', '2030')] }),
  })
  const note = text('history.totals.otherwise', { count: 1, number: '1' })
  await vi.waitFor(() => { expect(words(content.querySelector('.foot')!)).toContain(note) })
  expect(words(content.querySelector('.row.line')!)).toContain(text('history.reportedOtherwise'))
  await click(button(text('ui.copyThing', { thing: text('history.totals.thing') }), content))
  expect(inputsOf('app.copy').at(-1)!.text.split('\n').at(-1)).toBe(note)
})
