import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { isTimeZone, startOfDay } from '#shared/start-of-day.ts'

const hour = 3_600_000
const zones = Intl.supportedValuesOf('timeZone')
const started = (at: string, zone: string) => new Date(startOfDay(Date.parse(at), zone)).toISOString()

/** The date of a moment in a zone's calendar. */
function calendar(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (moment) => format.format(moment)
}

function expectStart(moment: number, zone: string, dateAt = calendar(zone)): void {
  const start = startOfDay(moment, zone)
  const date = dateAt(moment)
  expect([zone, moment, start <= moment, dateAt(start)]).toEqual([zone, moment, true, date])
  // No earlier moment has this date: neither the last one nor, if clocks were set back, one hours earlier.
  expect([zone, moment, dateAt(start - 1) === date]).toEqual([zone, moment, false])
  for (let earlier = start - 1; earlier > start - 5 * hour; earlier -= hour / 4) expect(dateAt(earlier)).not.toBe(date)
}

const original = process.env.TZ
afterEach(() => {
  if (original === undefined) delete process.env.TZ
  else process.env.TZ = original
})

describe('the start of a day in a time zone', () => {
  it.each([
    ['UTC', '2026-11-24T12:00:00.000Z', '2026-11-24T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-24T12:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-24T11:59:59.999Z', '2026-11-23T12:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-24T18:14:59.999Z', '2026-11-23T18:15:00.000Z'],
    // The day has 23 and 25 hours.
    ['Europe/Berlin', '2026-03-29T21:00:00.000Z', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-24T22:00:00.000Z'],
    // Midnight does not exist: clocks go from 0:00 to 1:00.
    ['America/Sao_Paulo', '2018-11-04T12:00:00.000Z', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04T02:59:59.999Z', '2018-11-03T03:00:00.000Z'],
    ['Asia/Beirut', '2018-03-25T09:00:00.000Z', '2018-03-24T22:00:00.000Z'],
    ['Africa/Cairo', '2024-04-26T09:00:00.000Z', '2024-04-25T22:00:00.000Z'],
    // 23:00 to midnight comes twice.
    ['America/Sao_Paulo', '2018-02-18T02:30:00.000Z', '2018-02-17T02:00:00.000Z'],
    ['America/Sao_Paulo', '2018-02-18T03:00:00.000Z', '2018-02-18T03:00:00.000Z'],
    // Midnight comes twice: at 0:01 clocks go back to 23:01.
    ['America/St_Johns', '2010-11-07T09:00:00.000Z', '2010-11-07T02:30:00.000Z'],
    // The island had no 30 December.
    ['Pacific/Apia', '2011-12-31T09:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29T10:00:00.000Z'],
  ])('%s: %s is in the day from %s', (zone, at, start) => { expect(started(at, zone)).toBe(start) })

  it('is the first moment of that date, in every zone and at every time', () => {
    const times = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) })
    const property = fc.property(fc.constantFrom(...zones), times, (zone, moment) => { expectStart(moment, zone) })
    fc.assert(property, { numRuns: 600 })
  })

  it('is correct around every clock change of the zones with the most unusual ones', () => {
    const strange = [
      'America/Sao_Paulo', 'Asia/Beirut', 'America/Havana', 'America/Asuncion', 'America/Santiago', 'Asia/Amman', 'Asia/Gaza',
      'Africa/Cairo', 'Atlantic/Azores', 'America/St_Johns', 'Australia/Lord_Howe', 'Antarctica/Troll', 'Pacific/Apia', 'Asia/Tehran',
    ]
    for (const zone of strange) {
      const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      const dateAt = calendar(zone)
      const offset = (moment: number) => format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
      for (let day = Date.UTC(2010, 0); day < Date.UTC(2014, 0); day += 24 * hour) {
        if (offset(day) === offset(day + 24 * hour)) continue
        for (const hours of [-24, 0, 1, 2, 3, 12, 24, 36]) expectStart(day + hours * hour + 1_234_567, zone, dateAt)
      }
    }
  })

  it('does not depend on the time zone of this computer', () => {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12']) {
      process.env.TZ = zone
      expect(started('2026-11-24T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-23T23:00:00.000Z')
    }
  })
})

it('a time zone is a name in the time zone database', () => {
  expect(['Europe/Berlin', 'UTC', 'Etc/GMT+12', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([true, true, true, true])
  for (const text of ['', 'Berlin', 'Europe/Atlantis', '+02:00', 'Europe/Berlin ', '../etc', 'Europe/Berlin\n']) {
    expect([text, isTimeZone(text)]).toEqual([text, false])
  }
  expect(() => startOfDay(0, 'Europe/Atlantis')).toThrow(RangeError)
})
