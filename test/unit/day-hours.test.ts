import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateAt, dayHours, daysBefore, quarterMs, startOfDate } from '#shared/day-hours.ts'

const zones = Intl.supportedValuesOf('timeZone')
const text = (moment: number): string => new Date(moment).toISOString()
const hoursAt = (at: string, zone: string) =>
  dayHours(Date.parse(at), zone).hours.map(({ from, until }) => (until - from) / quarterMs)

/** The clock of a zone: `2026-03-29 02:15`. */
function clock(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (moment) => format.format(moment)
}

describe('the hours of a day', () => {
  const ordinary = Array.from({ length: 24 }, () => 4)
  it.each([
    ['Europe/Berlin', '2026-11-20T10:00:00.000Z', ordinary],
    ['Asia/Kathmandu', '2026-11-20T10:00:00.000Z', ordinary],
    // Clocks go forward from 2:00 to 3:00, and back from 3:00 to 2:00.
    ['Europe/Berlin', '2026-03-29T10:00:00.000Z', ordinary.with(2, 0)],
    ['Europe/Berlin', '2026-10-25T10:00:00.000Z', ordinary.with(2, 8)],
    // By half an hour, from 2:00 to 1:30.
    ['Australia/Lord_Howe', '2026-04-04T20:00:00.000Z', ordinary.with(1, 6)],
    // By an hour, from 3:45 to 2:45: the repeated part of the hour before belongs to this one.
    ['Pacific/Chatham', '2028-04-01T20:00:00.000Z', ordinary.with(3, 8)],
    // There is no midnight: clocks go from 0:00 to 1:00.
    ['Africa/Cairo', '2026-04-24T10:00:00.000Z', ordinary.with(0, 0)],
  ])('%s, %s: how many quarter-hours each has', (zone, at, expected) => { expect(hoursAt(at, zone)).toEqual(expected) })

  it('follow one another through the day, each with the moment from which the clock shows it, in every zone', () => {
    const times = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2035, 0) })
    fc.assert(fc.property(fc.constantFrom(...zones), times, (zone, moment) => {
      const [day, shows] = [dayHours(moment, zone), clock(zone)]
      let end = day.from
      let latest = '00'
      for (const [hour, { from, until }] of day.hours.entries()) {
        expect([zone, text(from)]).toEqual([zone, text(end)])
        end = until
        for (let at = from; at < until; at += quarterMs) {
          const shown = shows(at).slice(11, 13)
          if (shown > latest) latest = shown
          expect([zone, text(at), latest]).toEqual([zone, text(at), String(hour).padStart(2, '0')])
        }
      }
      expect(end).toBe(day.until)
      const [year = 0, month = 0, date = 0] = shows(moment).slice(0, 10).split('-').map(Number)
      expect(dateAt(moment, zone)).toEqual({ year, month, day: date })
      expect(startOfDate({ year, month, day: date }, zone)).toBe(day.from)
      expect(startOfDate({ year, month, day: date + 1 }, zone)).toBe(day.until)
    }), { numRuns: 60 })
  })

  it('begin at the same clock time on the days before, across a clock change', () => {
    const berlin = 'Europe/Berlin'
    const today = dayHours(Date.parse('2026-03-31T08:20:00.000Z'), berlin)
    const minute = today.minuteAt(Date.parse('2026-03-31T08:15:00.000Z'))
    const shown = daysBefore(today, 4, berlin).map((day) => clock(berlin)(day.firstAt(minute)))
    expect(shown).toEqual(['2026-03-30 10:15', '2026-03-29 10:15', '2026-03-28 10:15', '2026-03-27 10:15'])
  })

  it('an hour that a day skips begins with the next one that its clock shows', () => {
    const day = dayHours(Date.parse('2026-03-29T10:00:00.000Z'), 'Europe/Berlin')
    expect(text(day.firstAt(2 * 60 + 30))).toBe('2026-03-29T01:00:00.000Z')
  })
})
