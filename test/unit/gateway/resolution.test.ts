import { describe, expect, it } from 'vitest'
import {
  actionMismatches, momentRange, resolutionMismatches, reportsNothingAboutOrder, type SentAction, type SentOrder,
} from '#shared/gateway/orders/resolution.ts'

const sentAt = Date.parse('2026-11-20T09:41:07.000Z')
const sent: SentOrder = {
  minorAmounts: ['1015'], currency: 'USD', spans: [{ sentAt, now: sentAt + 60_000 }], lastFour: '1111',
}
const switches = { minorUnitDigits: 'iso-4217' } as const

function reply(changes: Record<string, string | null> = {}) {
  const fields = {
    status: 'approved', amount: '10.15', currency: 'USD', 'last-four-digits': '1111',
    'gw-processing-date': '2026-11-20 12:41:09 +0300', ...changes,
  }
  return { fields: Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])) }
}

describe('an order is accepted as the one whose outcome was lost only if everything matches', () => {
  it('matches if amount, currency, time and card are the same', () => {
    expect(resolutionMismatches(reply(), sent, switches)).toEqual([])
  })

  it.each([
    ['another amount', { amount: '10.16' }, ['amount']],
    ['no amount at all', { amount: null }, ['amount']],
    ['an amount that begins with the sent one and goes on', { amount: '10.15.99' }, ['amount']],
    ['another initial amount with that remainder', { 'initial-amount': '20.00' }, ['amount']],
    ['another currency', { currency: 'EUR' }, ['currency']],
    ['an order of last week', { 'gw-processing-date': '2026-11-13 12:41:09 +0300' }, ['time']],
    ['no date to compare', { 'gw-processing-date': null }, ['time']],
    ['an unreadable date', { 'gw-processing-date': 'yesterday' }, ['time']],
    ['another card', { 'last-four-digits': '4242' }, ['card']],
  ])('does not fit with %s', (_what, changes, mismatches) => {
    expect(resolutionMismatches(reply(changes), sent, switches)).toEqual(mismatches)
  })

  it('matches with any of the enumerated amounts', () => {
    const offered = { ...sent, minorAmounts: ['1015', '800'] }
    expect(resolutionMismatches(reply({ amount: '8.00' }), offered, switches)).toEqual([])
    expect(resolutionMismatches(reply({ amount: '9.00' }), offered, switches)).toEqual(['amount'])
  })

  it('matches with an amount that has more zeros than the currency has decimals', () => {
    const yen = { ...sent, minorAmounts: ['500'], currency: 'JPY' }
    expect(resolutionMismatches(reply({ amount: '500.00', currency: 'JPY' }), yen, switches)).toEqual([])
    expect(resolutionMismatches(reply({ amount: '500.50', currency: 'JPY' }), yen, switches)).toEqual(['amount'])
  })

  it.each([
    ['any reported amount', {}, []],
    ['no amount and no currency', { amount: null, currency: null }, []],
    ['another card', { 'last-four-digits': '4242' }, ['card']],
    ['no card to compare', { 'last-four-digits': null }, ['card']],
    ['an order of last week', { 'gw-processing-date': '2026-11-13 12:41:09 +0300' }, ['time']],
  ])('without a sent amount is compared by card and time: %s', (_what, changes, mismatches) => {
    const withoutAmount = { ...sent, minorAmounts: null, currency: null }
    expect(resolutionMismatches(reply(changes), withoutAmount, switches)).toEqual(mismatches)
    expect(resolutionMismatches(reply(), { ...withoutAmount, lastFour: null }, switches)).toEqual(['card'])
  })

  it('does not match if its amount is not known', () => {
    expect(resolutionMismatches(reply(), { ...sent, minorAmounts: [] }, switches)).toEqual(['amount'])
  })

  it('is not compared by a card that is not known here', () => {
    expect(resolutionMismatches(reply({ 'last-four-digits': '4242' }), { ...sent, lastFour: null }, switches)).toEqual([])
  })
})

describe('dates of replies', () => {
  it('are exact with a known zone', () => {
    const moment = Date.parse('2015-04-09T14:14:26Z')
    expect(momentRange('2015-04-09 17:14:26 +0300')).toEqual({ earliest: moment, latest: moment })
    expect(momentRange('2015-04-09 14:14:26 UTC')).toEqual({ earliest: moment, latest: moment })
  })

  it('may be in any zone of the world without one', () => {
    const range = momentRange('2015-04-09 17:14:26 MSK')
    const moment = Date.parse('2015-04-09T14:14:26Z')
    expect(range !== null && range.earliest <= moment && moment <= range.latest).toBe(true)
  })
})

describe('a refund whose reply was lost is the newest transaction only if everything matches', () => {
  const lost: SentAction = {
    action: 'return', minorAmount: null, initialAmount: '1015', currency: 'USD', spans: [{ sentAt, now: sentAt + 60_000 }],
    otherTransactions: new Set(['PNTEST-1']),
  }
  const initial = { ...switches, statusAmountIs: 'initial' } as const
  const current = { ...switches, statusAmountIs: 'current' } as const
  const reversal = (changes: Record<string, string | null> = {}) =>
    reply({
      'transaction-type': 'reversal', 'processor-tx-id': 'PNTEST-2', 'initial-amount': '10.15',
      'gate-partial-reversal': 'disabled', 'gate-partial-capture': 'disabled', ...changes,
    })

  it('matches if kind, transaction, currency, amount and time do', () => {
    expect(actionMismatches(reversal(), lost, initial)).toEqual([])
    expect(actionMismatches(reversal({ 'transaction-type': 'capture' }), { ...lost, action: 'capture' }, initial)).toEqual([])
  })

  it.each<[string, Record<string, string | null>, string[]]>([
    ['the sale itself', { 'transaction-type': 'sale' }, ['order-id']],
    ['a capture', { 'transaction-type': 'capture' }, ['order-id']],
    ['an earlier refund', { 'processor-tx-id': 'PNTEST-1' }, ['order-id']],
    ['a refund without an id', { 'processor-tx-id': null }, ['order-id']],
    ['another currency', { currency: 'EUR' }, ['currency']],
    ['a part of the order', { amount: '3.15' }, ['amount']],
    ['another order’s amount', { amount: '9.00', 'initial-amount': '9.00' }, ['amount']],
    ['no amount', { amount: null, 'initial-amount': null }, ['amount']],
    ['one of last week', { 'gw-processing-date': '2026-11-13 12:41:09 +0300' }, ['time']],
    ['one without a date', { 'gw-processing-date': null }, ['time']],
  ])('does not fit: %s', (_what, changes, mismatches) => {
    expect(actionMismatches(reversal(changes), lost, initial)).toEqual(mismatches)
  })

  it('a part matches only if the reply has the part, and never if `amount` is the remainder', () => {
    const part = { ...lost, minorAmount: '315' }
    expect(actionMismatches(reversal(), part, initial)).toEqual(['amount'])
    expect(actionMismatches(reversal({ amount: '3.15' }), part, initial)).toEqual([])
    expect(actionMismatches(reversal({ amount: '3.15' }), part, current)).toEqual(['amount'])
  })

  it.each<[SentAction['action'], 'reversal' | 'capture']>([['return', 'reversal'], ['void', 'reversal'], ['capture', 'capture']])(
    'a whole %s does not fit if the gate accepts parts: a part is reported with the same amount (§2.9)',
    (action, type) => {
      for (const word of ['enabled', null]) {
        const newest = reversal({ 'transaction-type': type, [`gate-partial-${type}`]: word })
        for (const reading of [initial, current]) {
          expect(actionMismatches(newest, { ...lost, action }, reading)).toEqual(['amount'])
          expect(actionMismatches(newest, { ...lost, action, minorAmount: '1015' }, reading)).toEqual(['amount'])
        }
      }
    },
  )

  it('a full refund may leave nothing, if `amount` is the remainder', () => {
    expect(actionMismatches(reversal({ amount: '0.00', 'gate-partial-reversal': 'enabled' }), lost, current)).toEqual([])
    expect(actionMismatches(reversal({ amount: '0.00' }), lost, initial)).toEqual(['amount'])
    expect(actionMismatches(reversal({ amount: '5.00' }), lost, current)).toEqual(['amount'])
  })

  it('nothing matches an order whose amount and currency were not known before', () => {
    expect(actionMismatches(reversal(), { ...lost, initialAmount: null, currency: null }, initial)).toEqual(['currency', 'amount'])
  })
})

describe('a refused status query', () => {
  const refusal = (message: string, code: string) =>
    ({ fields: [['type', 'validation-error'], ['error-message', message], ['error-code', code]] as const })

  it.each([
    ['INVALID_CONTROL_CODE', '2'], ['invalid control', '2'], ['INVALID_CONTROL_CODE', '77'],
    ['Parameter orderid is required', '1'],
  ])('that was itself refused leaves the order unknown: %s, code %s', (message, code) => {
    expect(reportsNothingAboutOrder(refusal(message, code))).toBe(true)
  })

  it('leaves the order unknown if the gateway itself failed, whatever its message', () => {
    const failure = { fields: [['type', 'error'], ['error-message', 'Order not found'], ['error-code', '9']] as const }
    expect(reportsNothingAboutOrder(failure)).toBe(true)
  })

  it.each([
    ['Order not found: no order has these ids', '1'], ['No such order', '9'], ['', ''],
  ])('reports the order as not found: %s, code %s', (message, code) => {
    expect(reportsNothingAboutOrder(refusal(message, code))).toBe(false)
  })
})
