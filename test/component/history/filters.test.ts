import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { CardReference, ProfileId } from '#shared/brands.ts'
import { calls, type CallInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { dayPresets } from '#shared/typed-days.ts'
import { calendarHere, calendarIn, timeRangeOf } from '../../../renderer/features/shared/history/days.ts'
import { emptyFilter, filterOfQuery, queryOfFilter } from '../../../renderer/features/shared/history/filter-address.ts'
import { askedFilter } from '../../../renderer/features/history/filters/list-filter.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aProfile } from '../support/data.ts'
import { text } from '../../support/texts.ts'

const now = new Date(2026, 2, 30, 10, 0)
const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString()

describe('days of the desk', () => {
  it.each([
    ['today', local(2026, 2, 30), local(2026, 2, 31)], ['yesterday', local(2026, 2, 29), local(2026, 2, 30)],
    ['last-7-days', local(2026, 2, 24), local(2026, 2, 31)], ['this-month', local(2026, 2, 1), local(2026, 3, 1)],
    ['last-month', local(2026, 1, 1), local(2026, 2, 1)], ['this-quarter', local(2026, 0, 1), local(2026, 3, 1)],
    ['2026-11-01..2026-11-21', local(2026, 10, 1), local(2026, 10, 22)], ['2026-11-21..', local(2026, 10, 21), null],
    ['..2026-11-21', null, local(2026, 10, 22)], ['', null, null], ['tomorrow', null, null],
  ])('"%s" lasts from its first to its last moment in this computer’s zone', (choice, from, until) => {
    expect(timeRangeOf(choice, calendarHere(now))).toEqual({ from, until })
  })

  it('are the same in the named zone of this computer, also when clocks change', () => {
    const moments = fc.date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
    fc.assert(fc.property(moments, (moment) => {
      const today = timeRangeOf('today', calendarHere(moment))
      expect(new Date(today.from!).getHours()).toBe(0)
      expect(new Date(today.until!).getHours()).toBe(0)
      expect(today.from! <= moment.toISOString() && moment.toISOString() < today.until!).toBe(true)
      expect(timeRangeOf('yesterday', calendarHere(moment)).until).toBe(today.from)
    }))
  })
})

describe('days of a profile', () => {
  it('are those of the profile’s time zone, independent of this computer’s zone', () => {
    const evening = new Date('2026-11-20T22:30:00.000Z')
    const rangeOf = (final: string, timeZone: string) => {
      const { finalFrom, finalUntil } = askedFilter({ ...emptyFilter, final }, evening, timeZone, null)
      return [finalFrom, finalUntil]
    }
    expect(rangeOf('today', 'Pacific/Auckland')).toEqual(['2026-11-20T11:00:00.000Z', '2026-11-21T11:00:00.000Z'])
    expect(rangeOf('yesterday', 'America/New_York')).toEqual(['2026-11-19T05:00:00.000Z', '2026-11-20T05:00:00.000Z'])
    expect(rangeOf('2026-03-29..2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  })

  it('ranges by name are the same days in both calendars', () => {
    const moments = fc.date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    fc.assert(fc.property(moments, fc.constantFrom(...dayPresets), (moment, choice) => {
      expect(timeRangeOf(choice, calendarIn(zone, moment))).toEqual(timeRangeOf(choice, calendarHere(moment)))
    }))
  })
})

describe('a typed amount', () => {
  const read = (least: string) => askedFilter({ ...emptyFilter, least }, now, 'Europe/Berlin', null).leastAmount
  it.each([
    ['10.15', '10.15'], ['10,15', '10.15'], ['12500', '12500'], ['1,005.00', '1005.00'], ['1.005,00', '1005.00'], [' 7 ', '7'],
    ['12,500', null], ['-12,50', null], ['1e3', null], ['1,2,3', null], ['', null],
  ])('reads "%s" as %s', (typed, amount) => { expect(read(typed)).toBe(amount) })

  it('has a chip with its filter, and none while it cannot be read', async () => {
    const { open, lastQuery } = await openHistory()
    await open(text('history.filter.amount'))
    const least = () => field(text('history.filter.least'))
    await type(least(), '1,005.00')
    await vi.waitFor(() => { expect(lastQuery()).toMatchObject({ leastAmount: '1005.00' }) })
    expect(words(document.body)).toContain(text('history.filter.amountFrom', { least: '1005.00' }))
    await type(least(), '12,500')
    await vi.waitFor(() => { expect(lastQuery().leastAmount).toBeNull() })
    expect(words(document.body)).not.toContain(text('history.filter.amountFrom', { least: '12,500' }))
    expect(descriptionOf(least())).toContain('This may be 12.500 or 12500. Enter one of them.')
  })
})

describe('the filter in the address', () => {
  it('gives main a valid filter for any content', () => {
    const names = fc.constantFrom(...Object.keys(emptyFilter))
    fc.assert(fc.property(fc.dictionary(names, fc.string({ maxLength: 30 })), (query) => {
      const filter = askedFilter(filterOfQuery(query), now, 'Europe/Berlin', null)
      const parsed = calls['history.count'].input.safeParse(filter)
      const isTooLong = Object.values(query).some((value) => value.length > 4)
      if (!isTooLong) expect(parsed.success).toBe(true)
    }))
  })

  it('is restored unchanged', () => {
    const filter = { ...emptyFilter, state: 'declined,error', date: 'yesterday', least: '10.15', who: 'ada' }
    expect(filterOfQuery(queryOfFilter(filter))).toEqual(filter)
  })
})

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

type Asked = CallInput<'history.list'>

const named = (value: string) => [{ value, entries: 3 }]
async function openHistory(path = '/history', answers: Parameters<typeof openScreen>[1] = {}) {
  const screen = await openScreen(path, {
    'history.list': () => success({ lines: [aLine()], next: null }),
    'history.choices': () => success({
      currencies: named('EUR'), who: named('a.lind'), errorCodes: named('116'), merchants: [], profiles: [], tags: named('angry'),
      desks: [],
    }),
    ...answers,
  }, [aProfile(), aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' })])
  await flushScreen()
  const open = async (name: string) => {
    // The popover treats a click by pointer and by keyboard alike.
    await click(button(text('history.filter.open', { name })))
    await flushScreen()
  }
  const lastQuery = () => screen.inputsOf('history.list').at(-1)!
  return { ...screen, open, lastQuery }
}
const tick = async (name: string): Promise<void> => {
  await click(field(name))
  await flushScreen()
}

test('each filter applies to the list, is in the address, and has a chip that removes it', async () => {
  const { open, lastQuery, address } = await openHistory()
  await open('State')
  await tick('Declined')
  await tick('Error')
  expect(lastQuery()).toMatchObject({ states: ['declined', 'error'], view: 'payments', before: null })
  await type(field(text('history.filter.code')), '116')
  await flushScreen()
  expect(address()).toBe('/history?state=declined,error&code=116')
  await click(button(text('history.filter.remove', { name: 'State' })))
  await flushScreen()
  expect(lastQuery()).toMatchObject({ states: [], errorCode: '116' })
  await click(button(text('history.filter.clear')))
  await flushScreen()
  expect(address()).toBe('/history')
})

test.each<[filter: string, label: string, typed: string, wanted: object]>([
  ['Amount', text('history.filter.least'), '10,15', { leastAmount: '10.15' }],
  ['Amount', text('history.filter.most'), '20', { mostAmount: '20' }],
  ['Currency', 'Currency', 'EUR', { currency: 'EUR' }],
  ['Who', 'Who', 'a.lind', { who: 'a.lind' }],
  ['Tag', 'Tag', 'angry', { tag: 'angry' }],
  ['Card', text('history.filter.lastFour'), '4111 1111 1111 0001', { lastFour: '0001' }],
  ['Merchant', text('history.filter.profile'), 'profile-2', { profileId: 'profile-2' }],
])('the filter %s is set by “%s”', async (name, label, typed, wanted) => {
  const { open, lastQuery } = await openHistory()
  await open(name)
  await type(field(label), typed)
  await flushScreen()
  expect(lastQuery()).toMatchObject(wanted)
})

test('an invalid amount does not filter and is reported', async () => {
  const { open, lastQuery } = await openHistory()
  await open('Amount')
  await type(field(text('history.filter.least')), 'ten')
  await flushScreen()
  expect(lastQuery()).toMatchObject({ leastAmount: null })
  expect(words()).toContain(text('history.filter.amountProblem'))
})

const segmentsOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(`[role="group"][aria-label="${name}"] [role="spinbutton"]`)]

/** Types digits into the parts of a day. */
async function typeDay(name: string, parts: Readonly<Record<string, string>>): Promise<void> {
  for (const [part, digits] of Object.entries(parts)) {
    for (const key of digits) {
      const segment = segmentsOf(name).find((one) => one.dataset.rekaDateFieldSegment === part)!
      segment.focus()
      segment.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await flushScreen()
    }
  }
}

test.each([['en-US', ['month', 'day', 'year']], ['de-DE', ['day', 'month', 'year']], ['fa-IR', ['year', 'month', 'day']]])(
  'days are typed in the order of the desk’s language: %s', async (language, order) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    await openHistory('/history?date=2026-11-01..2026-11-21')
    await click(button(text('history.filter.set', { name: 'Date', value: '1 Nov 2026 to 21 Nov 2026' })))
    await flushScreen()
    const segments = segmentsOf(text('history.filter.first'))
    const parts = segments.map((segment) => [segment.dataset.rekaDateFieldSegment, Number(words(segment))] as const)
    expect(parts.map(([part]) => part)).toEqual(order)
    expect(Object.fromEntries(parts)).toEqual({ year: 2026, month: 11, day: 1 })
    expect(document.querySelector('.filter-choices input[type="date"]:not([aria-hidden])')).toBeNull()
  },
)

test('every preset of days is offered, and custom days have a first and a last one', async () => {
  const { open, address } = await openHistory()
  await open('Date')
  for (const preset of dayPresets) expect(field(text(`history.filter.day.${preset}`))).toBeTruthy()
  await tick(text('history.filter.day.custom'))
  await typeDay(text('history.filter.first'), { month: '11', day: '01', year: '2026' })
  await typeDay(text('history.filter.last'), { month: '11', day: '21', year: '2026' })
  expect(address()).toBe('/history?date=2026-11-01..2026-11-21')
  expect(words(document.querySelector('.chips')!)).toContain('1 Nov 2026 to 21 Nov 2026')
})

test('payments of a card are searched by reference and hash, not by last four digits', async () => {
  const cardReference = '55889' as CardReference
  const { lastQuery, inputsOf } = await openHistory('/history?card=reference:55889', {
    'history.cardPayments': () => success({ cardReference, cardHash: 'hash-1', payments: 12 }),
  })
  expect(inputsOf('history.cardPayments')).toEqual([{ entryId: null, cardReference: '55889' }])
  expect(lastQuery()).toMatchObject({ cardReference, cardHash: 'hash-1', lastFour: null })
  expect(inputsOf('history.list')).toHaveLength(1)
})

test('an unknown card does not show the payments of all cards', async () => {
  const { lastQuery } = await openHistory('/history?card=entry:00000000000000000000000000000001')
  expect(lastQuery().cardReference).toBe('entry:00000000000000000000000000000001')
})

test.each([
  ['the day of this computer', 'date=today', ({ from, until }: Asked) => [from, until], local(2026, 2, 30), local(2026, 2, 31), local(2026, 3, 1)],
  [
    'the day of the profile', 'final=today', ({ finalFrom, finalUntil }: Asked) => [finalFrom, finalUntil],
    '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z',
  ],
])('a list that stays open past midnight continues with %s', async (_what, query, daysOf, yesterday, today, tomorrow) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
  try {
    const { lastQuery, inputsOf } = await openHistory(`/history?${query}`)
    expect(daysOf(lastQuery())).toEqual([yesterday, today])
    vi.advanceTimersByTime(2 * 60_000)
    await flushScreen()
    expect(inputsOf('history.list')).toHaveLength(1)
    vi.advanceTimersByTime(24 * 60 * 60_000)
    await flushScreen()
    expect(daysOf(lastQuery())).toEqual([today, tomorrow])
  } finally {
    vi.useRealTimers()
  }
})

test('a filter whose list cannot be read shows the failure, and no lines of the previous filter', async () => {
  const { content, go } = await openHistory('/history', {
    'history.list': ({ states }) => (states.length === 0
      ? success({ lines: [aLine()], next: null })
      : failed({ code: 'defect' })),
  })
  expect(content.querySelectorAll('.row.line')).toHaveLength(1)
  await go('/history?state=declined')
  expect(words(content)).toContain(text('failure.what.defect'))
  expect(content.querySelectorAll('.row.line')).toHaveLength(0)
})

test('a truncated list of tags states that, and how to find the others', async () => {
  const all = Array.from({ length: 200 }, (_, place) => ({ value: `tag ${place}`, entries: 1 }))
  const choices = { currencies: [], who: [], errorCodes: [], merchants: [], profiles: [], desks: [] }
  for (const [tags, hint] of [[all, text('history.filter.mostFrequent', { count: 200 })], [all.slice(1), undefined]] as const) {
    const { open, go } = await openHistory('/history', { 'history.choices': () => success({ ...choices, tags }) })
    await open(text('history.filter.tag'))
    expect(descriptionOf(field(text('history.filter.tag')))).toBe(hint ?? '')
    await go('/report')
  }
})
