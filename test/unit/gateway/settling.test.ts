import { describe, expect, it } from 'vitest'
import { momentRange, settlingDoubts, type SentOrder } from '#shared/gateway/settling.ts'

const sentAt = Date.parse('2026-11-20T09:41:07.000Z')
const sent: SentOrder = {
  minorAmounts: ['1015'], currency: 'USD', sentAt, now: sentAt + 60_000, lastFour: '1111',
}
const switches = { minorUnitDigits: 'iso-4217' } as const

function reply(changes: Record<string, string | null> = {}) {
  const fields = {
    status: 'approved', amount: '10.15', currency: 'USD', 'last-four-digits': '1111',
    'gw-processing-date': '2026-11-20 12:41:09 +0300', ...changes,
  }
  return { fields: Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])) }
}

describe('an order whose outcome was lost is taken for the sent one only when all of it fits', () => {
  it('fits when amount, currency, time and card are the same', () => {
    expect(settlingDoubts(reply(), sent, switches)).toEqual([])
  })

  it.each([
    ['another amount', { amount: '10.16' }, ['amount']],
    ['no amount at all', { amount: null }, ['amount']],
    ['another initial amount of which that much is left', { 'initial-amount': '20.00' }, ['amount']],
    ['another currency', { currency: 'EUR' }, ['currency']],
    ['an order of last week', { 'gw-processing-date': '2026-11-13 12:41:09 +0300' }, ['time']],
    ['no date to compare', { 'gw-processing-date': null }, ['time']],
    ['a date nobody can read', { 'gw-processing-date': 'yesterday' }, ['time']],
    ['another card', { 'last-four-digits': '4242' }, ['card']],
  ])('does not fit with %s', (_what, changes, doubts) => {
    expect(settlingDoubts(reply(changes), sent, switches)).toEqual(doubts)
  })

  it('takes any of the amounts that were offered in turn', () => {
    const offered = { ...sent, minorAmounts: ['1015', '800'] }
    expect(settlingDoubts(reply({ amount: '8.00' }), offered, switches)).toEqual([])
    expect(settlingDoubts(reply({ amount: '9.00' }), offered, switches)).toEqual(['amount'])
  })

  it('reads amounts that carry more zeros than the currency has decimals', () => {
    const yen = { ...sent, minorAmounts: ['500'], currency: 'JPY' }
    expect(settlingDoubts(reply({ amount: '500.00', currency: 'JPY' }), yen, switches)).toEqual([])
    expect(settlingDoubts(reply({ amount: '500.50', currency: 'JPY' }), yen, switches)).toEqual(['amount'])
  })

  it('does not compare a card that is not known here', () => {
    expect(settlingDoubts(reply({ 'last-four-digits': '4242' }), { ...sent, lastFour: null }, switches)).toEqual([])
  })
})

describe('dates of replies', () => {
  it('are exact with a zone that is known', () => {
    const moment = Date.parse('2015-04-09T14:14:26Z')
    expect(momentRange('2015-04-09 17:14:26 +0300')).toEqual({ earliest: moment, latest: moment })
    expect(momentRange('2015-04-09 14:14:26 UTC')).toEqual({ earliest: moment, latest: moment })
  })

  it('mean any zone of the world without one', () => {
    const range = momentRange('2015-04-09 17:14:26 MSK')
    const moment = Date.parse('2015-04-09T14:14:26Z')
    expect(range !== null && range.earliest <= moment && moment <= range.latest).toBe(true)
  })
})
