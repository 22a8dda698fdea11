import { expect, it } from 'vitest'
import { cardExpiry } from '#shared/gateway/numbers/card-expiry.ts'

const at = (moment: string): number => Date.parse(moment)

it('a card is valid until the last moment of its month', () => {
  expect(cardExpiry('11', '26', at('2026-11-30T23:59:59Z')).kind).toBe('expires-soon')
  expect(cardExpiry('11', '26', at('2026-12-01T00:00:00Z')).kind).toBe('expired')
  expect(cardExpiry('12', '2026', at('2026-12-31T23:00:00Z')).kind).toBe('expires-soon')
})

it('a warning appears in the last sixty days and not before', () => {
  expect(cardExpiry('1', '27', at('2026-12-04T00:00:00Z'))).toEqual({ kind: 'expires-soon', daysLeft: 59 })
  expect(cardExpiry('1', '27', at('2026-12-03T00:00:00Z'))).toEqual({ kind: 'valid', daysLeft: 60 })
})

it('an unreadable expiry is reported as unknown', () => {
  expect(cardExpiry('13', '27', 0).kind).toBe('not-known')
  expect(cardExpiry('', '', 0).kind).toBe('not-known')
})
