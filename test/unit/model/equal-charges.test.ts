import fc from 'fast-check'
import { expect, it, describe } from 'vitest'
import { areComparable, equalCharges, equalChargesByCard, equalWithinMs } from '#shared/model/payments/equal-charges.ts'

type Payment = Parameters<typeof equalChargesByCard>[0][number] & { readonly id: string }

const charge = (id: string, at: string, changes: object = {}, actions: object[] = []) => ({
  id, actions,
  row: {
    at: `2026-11-${at}.000Z`, operation: 'recurrent-payment', state: 'approved', merchantKey: 'shop', environment: 'sandbox',
    cardReference: '55', reviewed: { minorAmount: '1015', currency: 'USD' }, netMinorAmount: null, ...changes,
  },
}) as never as Payment

const refund = (changes: object = {}) => ({ operation: 'return', state: 'approved', minorAmount: null, ...changes })

const pairs = (...payments: Payment[]) =>
  equalCharges(payments).map(({ later, earlier, apartMs }) => [later.id, earlier.id, apartMs])

describe('two equal charges within 24 hours', () => {
  const early = charge('a', '20T10:00:00')

  it('are found with the time between them, each with the one before it', () => {
    expect(pairs(charge('c', '21T10:00:00'), charge('b', '20T10:04:00'), early))
      .toEqual([['c', 'b', 86_160_000], ['b', 'a', 240_000]])
  })

  it('are found with other payments between them, and as holds', () => {
    const other = charge('b', '20T10:02:00', { reviewed: { minorAmount: '2000', currency: 'USD' } })
    expect(pairs(charge('c', '20T10:04:00'), other, early)).toEqual([['c', 'a', 240_000]])
    expect(pairs(charge('b', '20T10:04:00', { operation: 'preauth' }), charge('a', '20T10:00:00', { operation: 'preauth' }))).toHaveLength(1)
  })

  it('are compared by the charged one of enumerated amounts', () => {
    const tried = { reviewed: { minorAmount: '9000', currency: 'USD' }, netMinorAmount: '1015' }
    const both = [charge('b', '20T10:04:00', tried), early] as const
    expect(pairs(...both)).toEqual([['b', 'a', 240_000]])
    expect(areComparable({ ...both[0].row, entryId: 'b' } as never, { ...early.row, entryId: 'a' } as never)).toBe(true)
    expect(pairs(charge('b', '20T10:04:00', tried, [refund({ minorAmount: '1015' })]), early)).toEqual([])
    expect(pairs(charge('b', '20T10:04:00', { netMinorAmount: '800' }), early)).toEqual([])
  })

  it.each(['unknown', 'processing', 'sending', 'error'])('count while one is %s: money may have moved', (state) => {
    expect(pairs(charge('b', '20T10:04:00', { state }), early)).toHaveLength(1)
  })

  it('count until one is known to be refunded in full', () => {
    for (const action of [refund({ minorAmount: '1014' }), refund({ state: 'declined' }), refund({ state: 'unknown' })]) {
      expect(pairs(charge('b', '20T10:04:00', {}, [action]), early)).toHaveLength(1)
    }
    for (const actions of [[refund()], [refund({ operation: 'void' })], [refund({ minorAmount: '1000' }), refund({ minorAmount: '15' })]]) {
      expect(pairs(charge('b', '20T10:04:00', {}, actions), early)).toEqual([])
    }
  })

  it.each<[string, Payment]>([
    ['more than 24 hours apart', charge('b', '21T10:00:01')],
    ['another currency', charge('b', '20T10:04:00', { reviewed: { minorAmount: '1015', currency: 'EUR' } })],
    ['another amount', charge('b', '20T10:04:00', { reviewed: { minorAmount: '1016', currency: 'USD' } })],
    ['an unknown amount', charge('b', '20T10:04:00', { reviewed: null })],
    ...['declined', 'filtered', 'refused', 'access-denied', 'not-sent', 'not-found', 'closed-error']
      .map((state): [string, Payment] => [`one ${state}`, charge('b', '20T10:04:00', { state })]),
    ['a payout', charge('b', '20T10:04:00', { operation: 'payout-v2' })],
  ])('are none with %s', (_what, later) => {
    expect(pairs(later, early)).toEqual([])
  })

  it('are those of one card of one merchant in one environment', () => {
    const [pair, ...others] = equalChargesByCard([
      charge('b', '20T10:04:00'), charge('none', '20T10:03:00', { cardReference: null }), early,
      charge('card', '20T10:01:00', { cardReference: '56' }), charge('shop', '20T10:01:00', { merchantKey: 'other' }),
      charge('none too', '20T10:03:30', { cardReference: null }), charge('live', '20T10:02:00', { environment: 'production' }),
    ])
    expect([pair?.later.id, pair?.earlier.id, others]).toEqual(['b', 'a', []])
  })

  it('are the same in any order, and pair neighbours in time', () => {
    const charges = fc.array(fc.record({
      minute: fc.integer({ min: 0, max: 5000 }), amount: fc.constantFrom('1', '2'), state: fc.constantFrom('approved', 'declined'),
    }), { maxLength: 12 }).map((list) => list.map(({ minute, amount, state }, place) => charge(String(place), '20T00:00:00', {
      at: new Date(Date.UTC(2026, 10, 20) + minute * 60_000 + place).toISOString(), state,
      reviewed: { minorAmount: amount, currency: 'USD' },
    })))
    fc.assert(fc.property(charges, (list) => {
      const found = equalCharges(list)
      expect(equalCharges(list.toReversed())).toEqual(found)
      for (const { later, earlier, apartMs } of found) {
        expect(apartMs).toBeGreaterThan(0)
        expect(apartMs).toBeLessThanOrEqual(equalWithinMs)
        expect([later.row.state, earlier.row.state]).toEqual(['approved', 'approved'])
        expect(later.row.reviewed).toEqual(earlier.row.reviewed)
      }
      const laterOnes = found.map(({ later }) => later.id)
      expect(new Set(laterOnes).size).toBe(laterOnes.length)
    }))
  })
})

describe('two charges that a person may compare', () => {
  const row = (id: string, at: string, changes: object = {}) =>
    ({ ...charge(id, at, changes).row, entryId: id }) as never
  const early = row('a', '20T10:00:00')

  it('are within 48 hours, by any cards and in any state', () => {
    expect(areComparable(early, row('b', '22T10:00:00', { state: 'declined', cardReference: null }))).toBe(true)
    expect(areComparable(row('b', '18T10:00:00', { operation: 'preauth' }), early)).toBe(true)
  })

  it.each([
    ['itself', early], ['one more than 48 hours later', row('b', '22T10:00:01')],
    ['another merchant', row('b', '20T10:00:00', { merchantKey: 'other' })],
    ['another environment', row('b', '20T10:00:00', { environment: 'production' })],
    ['another amount', row('b', '20T10:00:00', { reviewed: { minorAmount: '1016', currency: 'USD' } })],
    ['another currency', row('b', '20T10:00:00', { reviewed: { minorAmount: '1015', currency: 'EUR' } })],
    ['an unknown amount', row('b', '20T10:00:00', { reviewed: null })], ['a payout', row('b', '20T10:00:00', { operation: 'payout-v2' })],
  ])('are not a charge and %s', (_what, other) => { expect(areComparable(early, other)).toBe(false) })
})
