import { expect, it, describe } from 'vitest'
import { equalCharges } from '#shared/model/equal-charges.ts'

const row = (id: string, at: string, changes: object = {}) => ({
  id, at: `2026-11-${at}.000Z`, operation: 'recurrent-payment', state: 'approved',
  reviewed: { minorAmount: '1015', currency: 'USD' }, ...changes,
}) as never as Parameters<typeof equalCharges>[0][number] & { readonly id: string }

const pairs = (...rows: ReturnType<typeof row>[]) =>
  equalCharges(rows).map(({ later, earlier, apartMs }) => [later.id, earlier.id, apartMs])

describe('two equal charges within 24 hours', () => {
  it('are found with the time between them, each with the one before it', () => {
    expect(pairs(row('c', '21T10:00:00'), row('b', '20T10:04:00'), row('a', '20T10:00:00')))
      .toEqual([['c', 'b', 86_160_000], ['b', 'a', 240_000]])
  })

  it('are found with other payments between them, and as holds', () => {
    const other = row('b', '20T10:02:00', { reviewed: { minorAmount: '2000', currency: 'USD' } })
    expect(pairs(row('c', '20T10:04:00'), other, row('a', '20T10:00:00'))).toEqual([['c', 'a', 240_000]])
    expect(pairs(row('b', '20T10:04:00', { operation: 'preauth' }), row('a', '20T10:00:00', { operation: 'preauth' }))).toHaveLength(1)
  })

  it('count while the outcome of one is not known', () => {
    expect(pairs(row('b', '20T10:04:00', { state: 'unknown' }), row('a', '20T10:00:00', { state: 'processing' }))).toHaveLength(1)
  })

  it.each([
    ['more than 24 hours apart', row('b', '21T10:00:01')],
    ['another currency', row('b', '20T10:04:00', { reviewed: { minorAmount: '1015', currency: 'EUR' } })],
    ['another amount', row('b', '20T10:04:00', { reviewed: { minorAmount: '1016', currency: 'USD' } })],
    ['an unknown amount', row('b', '20T10:04:00', { reviewed: null })],
    ['one declined', row('b', '20T10:04:00', { state: 'declined' })],
    ['one never sent', row('b', '20T10:04:00', { state: 'not-sent' })],
    ['a payout', row('b', '20T10:04:00', { operation: 'payout-v2' })],
  ])('are none with %s', (_what, later) => {
    expect(pairs(later, row('a', '20T10:00:00'))).toEqual([])
  })
})
