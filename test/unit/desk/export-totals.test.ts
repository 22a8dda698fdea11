import { expect, it } from 'vitest'
import type { DeskId, UtcTime } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { csvHead, csvLine, csvTotals } from '../../../electron/desk/history/export-format.ts'
import { filterInWords, othersInWords, rowTotals } from '../../../electron/desk/history/export-totals.ts'

const row = (changes: object) => ({
  profileId: 'shop', operation: 'recurrent-payment', state: 'approved', currency: 'USD',
  reviewed: { minorAmount: '1015', currency: 'USD' }, netMinorAmount: '1015', ...changes,
}) as HistoryRow
const filter: HistoryFilter = { text: '', states: [], operations: [], profileId: null, view: 'payments' }

it('states that amounts are missing if an approved refund has no known one', () => {
  const sums = rowTotals()
  sums.add(row({}))
  sums.add(row({ operation: 'return', reviewed: null, netMinorAmount: null }))
  const rows = csvTotals(sums.totals(() => 'iso-4217'), 'Payments').split('\r\n').map((text) => text.replace(/,+$/, ''))
  expect(rows).toContain('Note,without unknown amounts')
  expect(rows).toContain('USD,10.15,,,,,10.15')
})

it('a release of a hold moves nothing, so nothing is missing', () => {
  const sums = rowTotals()
  sums.add(row({ operation: 'return', releasesHold: true, netMinorAmount: null }))
  expect(sums.totals(() => 'iso-4217').isPartial).toBe(false)
})

it('approved and refunded amounts are the moved ones: they add up to the net amount', () => {
  const sums = rowTotals()
  sums.add(row({ operation: 'preauth', netMinorAmount: null }))
  sums.add(row({ operation: 'void', releasesHold: true, netMinorAmount: null }))
  sums.add(row({ operation: 'return', reviewed: { minorAmount: '400', currency: 'USD' }, netMinorAmount: '-400' }))
  // Of the amounts 10.15 and 5.00 the second was charged.
  sums.add(row({ enumeratedMinorAmounts: ['1015', '500'], netMinorAmount: '500' }))
  sums.add(row({}))
  expect(sums.totals(() => 'iso-4217').currencies).toEqual([
    { currency: 'USD', amounts: { approved: '15.15', held: '10.15', refunds: '4.00', net: '11.15' } },
  ])
})

it('payments that the gateway reports differently are named in their row and below the totals, which stay as sent', () => {
  const sums = rowTotals()
  const otherwise = row({ enumeratedMinorAmounts: [], minorAmount: '1015', entryPoint: { kind: 'endpoint', id: '1001' }, at: '2026-11-20T09:41:07.120Z', reportedOtherwise: ['amount', 'currency'] })
  for (const one of [row({}), otherwise]) sums.add(one)
  const rows = csvTotals(sums.totals(() => 'iso-4217'), 'Payments').split('\r\n')
  expect(rows.join('\n')).toContain('Note,"1 payment is reported by the gateway with another amount, currency, kind or status than here"')
  expect(rows.map((text) => text.replace(/,+$/, ''))).toContain('USD,20.30,,,,,20.30')
  const cells = csvLine(otherwise, [], 'iso-4217').split(',')
  expect(cells[csvHead.split(',').indexOf('Reported differently')]).toBe('amount currency')
  expect(filterInWords({ ...filter, reportedOtherwise: true }, null)).toBe('Payments; reported by the gateway: differently than sent')
})

it('a payout is not a refund, and a transfer between cards is not a hold', () => {
  const sums = rowTotals()
  sums.add(row({ operation: 'payout-v2', netMinorAmount: '-1015' }))
  sums.add(row({ operation: 'transfer-v4', netMinorAmount: null }))
  const totals = sums.totals(() => 'iso-4217')
  expect(totals.currencies).toEqual([{ currency: 'USD', amounts: { transferred: '10.15', paidOut: '10.15', net: '-10.15' } }])
  const [head, line] = csvTotals(totals, 'Payments').split('\r\n').slice(-3, -1).map((text) => text.split(','))
  expect(head!.flatMap((name, place) => (line![place] === '' ? [] : [`${name} ${line![place]}`]))).toEqual([
    'Currency USD', 'Transferred 10.15', 'Paid out 10.15', 'Net moved -10.15',
  ])
})

it('amounts are added by the digits that each profile reads', () => {
  const sums = rowTotals()
  for (const profileId of ['iso', 'two']) sums.add(row({ profileId, currency: 'JPY', reviewed: { minorAmount: '1000', currency: 'JPY' }, netMinorAmount: '1000' }))
  const { currencies } = sums.totals(({ profileId }) => (String(profileId) === 'two' ? 'always-two' : 'iso-4217'))
  expect(currencies).toEqual([{ currency: 'JPY', amounts: { approved: '1010', net: '1010' } }])
  sums.add(row({ profileId: 'two', currency: 'JPY', reviewed: { minorAmount: '50', currency: 'JPY' }, netMinorAmount: '50' }))
  const [yen] = sums.totals(({ profileId }) => (String(profileId) === 'two' ? 'always-two' : 'iso-4217')).currencies
  expect(yen?.amounts).toEqual({ approved: '1010.50', net: '1010.50' })
})

it('the filter is named by its conditions, and a searched card number is masked', () => {
  expect(filterInWords(filter, null)).toBe('Payments')
  const narrowed = { ...filter, view: 'all' as const, states: ['declined' as const, 'error' as const], currency: 'EUR', text: 'boots 4111111111111111' }
  expect(filterInWords(narrowed, null)).toBe('All requests; state: declined or error; currency: EUR; text: boots 411111XXXXXX1111')
})

it('a file states how current the entries of other desks are, and whose log is no longer copied', () => {
  const desk = { deskId: 'a'.repeat(32) as DeskId, label: 'Till', number: 1, link: '', isContradicted: false }
  expect(othersInWords({ upToDateAt: '2026-11-20T10:00:00.000Z' as UtcTime, desks: [desk] })).toMatch(/^other desks as of 2026-11-20 [\d:]+ \S+$/)
  expect(othersInWords({ upToDateAt: null, desks: [{ ...desk, isContradicted: true }] }))
    .toBe('other desks not read completely; without newer entries of Till, as the team journal contradicts the copied ones')
})
