import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDays, utcMonths } from '../../../electron/journal/search/days.ts'
import { typedDecimals } from '#shared/typed-decimals.ts'
import { typedDay } from '#shared/typed-day.ts'
import { withTypedDay } from '../../../electron/journal/search/typed-day.ts'

const the21st = { year: 2026, month: 11, day: 21 }

describe('a typed day', () => {
  it.each([
    '2026-11-21', '21.11.2026', '21/11/2026', '11/21/2026', '21 Nov 2026', '21 november 2026', 'Nov 21, 2026', 'November 21 2026',
  ])('%s', (text) => {
    expect(typedDay(text)).toEqual({ day: the21st, rest: '' })
    expect(typedDay(`0001 ${text} 10.15`)).toEqual({ day: the21st, rest: '0001 10.15' })
  })

  it.each([
    ['one that does not exist', '2026-02-30'], ['an ambiguous one', '03/04/2026'], ['two of them', '2026-11-21 2026-11-22'],
    ['a day inside an id', 'inv-2026-11-21-7'], ['an amount', '10.15'], ['an address', '203.0.113.7'], ['no month', '21 Foo 2026'],
    ['a month alone', '2026-11'],
  ])('is not %s', (_what, text) => {
    expect(typedDay(text)).toBeNull()
  })

  it('limits the chosen time to the hours of that day in the local zone', () => {
    const filter = { text: '2026-11-21 boots', states: [], operations: [], profileId: null }
    const day = withTypedDay(filter)
    expect(day).toMatchObject({
      text: 'boots', from: new Date(2026, 10, 21).toISOString(), until: new Date(2026, 10, 22).toISOString(),
    })
    const later = new Date(2026, 10, 21, 12).toISOString() as never
    expect(withTypedDay({ ...filter, from: later })).toMatchObject({ from: later, until: day.until })
    expect(withTypedDay({ ...filter, text: 'boots' })).toEqual({ ...filter, text: 'boots' })
  })

  it('is found in any text, and no text causes an error', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      const found = typedDay(text)
      expect(found === null || found.rest.length <= text.length).toBe(true)
    }))
    fc.assert(fc.property(fc.date({ min: new Date('1970-01-02'), max: new Date('2199-01-01'), noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, 10)
      const { year, month, day } = typedDay(iso)?.day ?? { year: 0, month: 0, day: 0 }
      expect(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)).toBe(iso)
    }))
  })
})

describe('a typed amount', () => {
  it.each([
    ['10,15', ['10.15']], ['1,250.00', ['1250.00']], ['1.250,00', ['1250.00']], ['-10,15', ['10.15']], ['\u221210,15', ['10.15']],
    ['1,250', ['1.250', '1250']], ['10.15', []], ['10,15,20', []], ['a,b', []], ['1'.repeat(40) + ',5', []],
  ])('%s', (typed, expected) => {
    expect(typedDecimals(typed)).toEqual(expected)
  })
})

describe('the days and months of a period', () => {
  const moment = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

  it('contain every moment in it', () => {
    const length = fc.integer({ min: 1, max: 40 * 86_400_000 })
    fc.assert(fc.property(moment, length, fc.double({ min: 0, max: 1, noNaN: true }), (from, length, share) => {
      const until = new Date(from.getTime() + length).toISOString()
      const inside = new Date(from.getTime() + Math.floor(share * (length - 1))).toISOString()
      expect(utcDays(from.toISOString(), until, 50)).toContain(inside.slice(0, 10))
      expect(utcMonths(from.toISOString(), until, 50)).toContain(inside.slice(0, 7))
    }))
  })

  it('are limited in number', () => {
    expect(utcDays('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 31)).toEqual(['2026-11-01'])
    expect(utcMonths('2026-11-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 31)).toEqual(['2026-11', '2026-12'])
    expect(utcDays('2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', 31)).toBeNull()
    expect(utcDays('2026-11-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 31)).toBeNull()
  })
})
