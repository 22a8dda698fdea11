import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import { verdictOf, type Candidate, type Verdict } from '#shared/model/payments/charged-twice.ts'
import { entryStates } from '#shared/model/history/history.ts'

const minor = '400' as MinorUnits
const uncertain: readonly OrderState[] = [
  { kind: 'not-known' },
  ...['sending', 'processing', 'error', 'unknown', 'not-found', 'closed-error', 'closed-unknown', 'a new word']
    .map((status): OrderState => ({ kind: 'as-made', status })),
]
const inPart: OrderState = { kind: 'reversed-elsewhere', whole: false }
const failed = ['declined', 'filtered', 'refused', 'access-denied', 'not-sent']
  .map((status): OrderState => ({ kind: 'as-made', status }))
const charged: readonly OrderState[] = [
  { kind: 'done', operation: 'sale', type: 'sale' }, { kind: 'held' }, { kind: 'captured', captured: minor, of: minor },
  { kind: 'partly-refunded', refunded: minor, of: null },
]
const returned: readonly OrderState[] = [
  { kind: 'released' }, { kind: 'refunded' }, { kind: 'voided' }, { kind: 'reversed-elsewhere', whole: true },
]
const certain = (state: OrderState): Candidate => ({ state, isOpen: false })
const [paid, declined, refunded] = [certain(charged[0]!), certain(failed[0]!), certain(returned[0]!)]
const open: Candidate = { ...paid, isOpen: true }

describe('the verdict about two payments', () => {
  it.each<[string, Candidate, Candidate, Verdict]>([
    ['two approved', paid, paid, { kind: 'two-approved' }],
    ['one approved, one declined', paid, declined, { kind: 'not-approved', approved: 'one' }],
    ['two declined', declined, declined, { kind: 'not-approved', approved: 'none' }],
    ['one returned', paid, refunded, { kind: 'already-refunded', charged: 'one' }],
    ['both returned', refunded, refunded, { kind: 'already-refunded', charged: 'none' }],
    ['one returned, one declined', declined, refunded, { kind: 'already-refunded', charged: 'none' }],
    ['one whose refund is open', paid, open, { kind: 'not-certain', missing: 'result' }],
    ['one of which a part was reversed elsewhere', paid, certain(inPart), { kind: 'not-certain', missing: 'returned-amount' }],
  ])('%s', (_what, one, other, verdict) => {
    expect(verdictOf([one, other])).toEqual(verdict)
    expect(verdictOf([other, one])).toEqual(verdict)
  })

  it('of one payment claims nothing about another, whatever its state', () => {
    for (const one of [paid, declined, refunded, open]) expect(verdictOf([one])).toEqual({ kind: 'only-one' })
  })

  it('is exactly the one that both results prove, and certain only if both are', () => {
    const state = fc.constantFrom(...uncertain, inPart, ...failed, ...charged, ...returned)
    const candidate = fc.record({ state, isOpen: fc.boolean() })
    fc.assert(fc.property(candidate, candidate, (...pair) => {
      const among = (states: readonly OrderState[]) => pair.filter((one) => states.includes(one.state)).length
      const isCertain = pair.every((one) => !one.isOpen) && among([...uncertain, inPart]) === 0
      const holds: Record<Verdict['kind'], boolean> = {
        'only-one': false,
        'not-certain': !isCertain,
        'two-approved': isCertain && among(charged) === 2,
        'not-approved': isCertain && among(failed) > 0 && among(returned) === 0,
        'already-refunded': isCertain && among(returned) > 0,
      }
      const proven = Object.entries(holds).filter(([, does]) => does).map(([kind]) => kind)
      expect([verdictOf(pair).kind]).toEqual(proven)
    }), { numRuns: 1_000 })
  })

  it('calls only those states failed that certainly moved no money', () => {
    const proven = entryStates.filter((status) =>
      verdictOf([paid, certain({ kind: 'as-made', status })]).kind !== 'not-certain')
    expect(proven.toSorted()).toEqual(['access-denied', 'declined', 'filtered', 'not-sent', 'refused'])
  })
})
