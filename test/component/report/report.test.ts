import { expect, test, vi } from 'vitest'
import type { DeskId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import { dateText } from '#shared/dates.ts'
import { dateAt } from '#shared/day-hours.ts'
import { calls } from '#shared/ipc/contract.ts'
import type { Report } from '#shared/model/figures/report.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import type { CurrencyFigures, Figure } from '#shared/model/figures/today.ts'
import { figureNames, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { failed, success } from '#shared/result.ts'
import { neighbour, periodAround, type PeriodKind } from '../../../renderer/features/report/period.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const profile = aProfile()
const from = '2026-10-31T23:00:00.000Z' as UtcTime
const until = '2026-11-30T23:00:00.000Z' as UtcTime
const figure = (payments: number, amount: string, withoutAmount = 0): Figure => ({ payments, amount, withoutAmount })

function currencyOf(
  currency: string | null, changes: Partial<Record<FigureName, Figure>>, net: string,
): CurrencyFigures {
  const figures = Object.fromEntries(figureNames.map((name) => [name, changes[name] ?? figure(0, '0')])) as never
  return { currency, figures, net, netUnknown: 0 }
}

const usd = currencyOf('USD', {
  approved: figure(212, '18402.30'), declined: figure(19, '1480.15'), filtered: figure(2, '20.00'), unknown: figure(1, '88.00'),
  refunded: figure(5, '310.00'),
}, '18092.30')
const few = currencyOf('EUR', { approved: figure(3, '30.00'), voided: figure(1, '0', 1) }, '30.00')
const report: Report = {
  merchantKey: profile.historyKey as MerchantKey, environment: 'staging', timeZone: 'Europe/Berlin', first: '2026-11-01',
  last: '2026-11-30', from, until, who: null, desk: null, currency: null, currencies: [few, usd],
  days: [{ date: '2026-11-20', from: '2026-11-19T23:00:00.000Z' as UtcTime, until: '2026-11-20T23:00:00.000Z' as UtcTime, currencies: [usd] }],
  brands: [
    { cardBrand: 'VISA', currencies: [usd] }, { cardBrand: 'removed', currencies: [few] }, { cardBrand: null, currencies: [few] },
  ],
  reasons: [
    { errorCode: '116', errorText: '<b>Insufficient</b> \u202Efunds' as Masked, payments: 12, amounts: [{ currency: 'USD', ...figure(12, '1000.00') }] },
    { errorCode: '54', errorText: null, payments: 7, amounts: [{ currency: 'USD', ...figure(7, '480.15') }] },
  ],
  otherReasons: 0, reportedOtherwise: 0, otherDesks: null,
}

async function openReport(address = '/report?period=month&days=2026-11-01..2026-11-30', answer: () => unknown = () => success(report)) {
  const screen = await openScreen(address, {
    'resolution.list': () => success([]),
    'report.read': answer as never,
    'report.save': () => success({ fileName: 'report.csv' }),
    'history.choices': () => success({
      currencies: [{ value: 'USD', entries: 9 }], who: [{ value: 'mara', entries: 9 }], errorCodes: [], merchants: [], profiles: [], tags: [],
      desks: [],
    }),
  }, [profile])
  await flushScreen()
  return screen
}

const panel = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('section.panel')].find((one) => words(one.querySelector('h2')!) === name)!
const link = (inside: HTMLElement, name: string): HTMLAnchorElement =>
  [...inside.querySelectorAll('a')].find((one) => words(one) === name)!
const rows = (inside: HTMLElement): string[] => [...inside.querySelectorAll('tbody tr')].map((row) => words(row))

test('the total has each figure, what moved, and a rate only from 20 payments on', async () => {
  await openReport()
  const total = rows(panel(text('report.total.title'))).join('\n')
  for (const part of ['212 · 18,402.30 USD', '3 · 30.00 EUR', '18,092.30 USD', '91.0 %', 'fewer than 20 payments']) {
    expect(total).toContain(part)
  }
  expect(total).toContain(`1 · ${text('today.figures.amountUnknown')}`)
})

test('a number links to its list, by time, state, currency, card brand and reason', async () => {
  const { address, go } = await openReport('/report?period=month&days=2026-11-01..2026-11-30')
  const queryAfter = async (anchor: HTMLAnchorElement) => {
    await click(anchor)
    await flushScreen()
    const query = Object.fromEntries(new URL(address(), 'app://page').searchParams)
    await go('/report?period=month&days=2026-11-01..2026-11-30')
    return query
  }
  const owner = { merchant: profile.historyKey, environment: 'staging' }
  expect(await queryAfter(link(panel(text('report.total.title')), '212 · 18,402.30 USD')))
    .toMatchObject({ ...owner, state: 'approved', currency: 'USD', final: `${from}..${until}` })
  expect(await queryAfter(link(panel(text('report.days.title')), '19 · 1,480.15')))
    .toMatchObject({ ...owner, state: 'declined', final: '2026-11-19T23:00:00.000Z..2026-11-20T23:00:00.000Z' })
  const brands = [...panel(text('report.brands.title')).querySelectorAll<HTMLAnchorElement>('.net a')]
  expect(await queryAfter(brands[1]!)).toMatchObject({ ...owner, brand: 'removed', currency: 'EUR' })
  expect(await queryAfter([...panel(text('report.brands.title')).querySelectorAll<HTMLAnchorElement>('.net a')][2]!)).toMatchObject({ brand: '-' })
  expect(await queryAfter(link(panel(text('report.reasons.title')), '7'))).toMatchObject({ ...owner, state: 'declined', code: '54' })
})

test('payments that the gateway reports differently are counted below the total, with a link to their list', async () => {
  const line = text('history.totals.otherwise', { count: 2, number: '2' })
  const { address, inputsOf } = await openReport(
    '/report?period=month&days=2026-11-01..2026-11-30&currency=USD', () => success({ ...report, currency: 'USD', reportedOtherwise: 2 }),
  )
  await click(link(panel(text('report.total.title')), line))
  await flushScreen()
  expect(Object.fromEntries(new URL(address(), 'app://page').searchParams))
    .toEqual({ merchant: profile.historyKey, environment: 'staging', currency: 'USD', final: `${from}..${until}`, otherwise: 'sent' })
  expect(inputsOf('history.list').at(-1)).toMatchObject({ reportedOtherwise: true, currency: 'USD', view: 'payments', states: [] })
  expect(words(document.querySelector('.chips')!)).toContain(text('history.filter.otherwiseThanSent'))
})

test('the list behind a card brand is filtered by it, and names it', async () => {
  const { inputsOf, go } = await openReport()
  await go(`/history?brand=-&merchant=${encodeURIComponent(profile.historyKey ?? '')}`)
  expect(inputsOf('history.list').at(-1)).toMatchObject({ without: ['cardBrand'], cardBrand: null })
  await go('/history?brand=removed')
  expect(inputsOf('history.list').at(-1)).toMatchObject({ cardBrand: 'removed' })
  expect(words(document.querySelector('.chips')!)).toContain(text('history.filter.removedBrand'))
})

test('texts of the gateway are shown as text, and a removed one is marked', async () => {
  await openReport()
  const reasons = panel(text('report.reasons.title'))
  expect(reasons.querySelector('b')).toBeNull()
  expect(words(reasons)).toContain('<b>Insufficient</b>')
  expect(reasons.querySelector('bdi')).not.toBeNull()
  expect(words(reasons)).toContain(text('report.reasons.noText'))
})

test('period and filters are in the address and in the call to main', async () => {
  const { inputsOf, address } = await openReport()
  await click(button(text('report.period.before')))
  await flushScreen()
  expect(inputsOf('report.read').at(-1)).toEqual({
    profileId: profile.profile.id, first: '2026-10-01', last: '2026-10-31', who: null, desk: null, currency: null,
  })
  const person = field(text('report.person'))
  person.value = 'mara'
  person.dispatchEvent(new Event('change'))
  await flushScreen()
  expect(inputsOf('report.read').at(-1)).toMatchObject({ first: '2026-10-01', who: 'mara' })
  expect(new URL(address(), 'app://page').searchParams.get('days')).toBe('2026-10-01..2026-10-31')
})

test('a day chosen in the month of today is today; in another month it is the first', async () => {
  const today = dateAt(Date.now(), timeZoneOf(profile.profile))
  const months = [periodAround('month', today), periodAround('month', { ...today, year: today.year - 1 })] as const
  const { inputsOf, go } = await openReport()
  for (const { first, last } of months) {
    await go(`/report?period=month&days=${first}..${last}`)
    await flushScreen()
    document.querySelector<HTMLInputElement>('input[value="day"]')!.click()
    await flushScreen()
    const day = first === months[0].first ? dateText(today) : first
    expect(inputsOf('report.read').at(-1)).toMatchObject({ first: day, last: day })
  }
})

test('a file is saved by period and format only, and its name is announced', async () => {
  const { inputsOf } = await openReport()
  await click(button(text('report.save.label', { format: 'CSV' })))
  await flushScreen()
  const [input] = inputsOf('report.save')
  expect(input).toEqual({
    query: { profileId: profile.profile.id, first: '2026-11-01', last: '2026-11-30', who: null, desk: null, currency: null }, format: 'csv',
  })
  expect(document.body.textContent).toContain(text('report.save.saved', { name: 'report.csv' }))
})

test.each([
  ['2026-11-30..2026-11-01', 'report.period.order'], ['2026-11-01..', 'report.period.incomplete'],
  ['2024-11-01..2026-11-01', 'report.period.tooLong'], ['2026-11-01..2026-11-31', 'report.period.incomplete'],
] as const)('%s shows its problem beside its field, and main is not called', async (days, problem) => {
  const { inputsOf } = await openReport(`/report?period=custom&days=${days}`)
  expect(words(document.querySelector('.days')!)).toContain(text(problem, { days: 366 }))
  expect(inputsOf('report.read')).toEqual([])
  const [first = '', last = ''] = days.split('..')
  const query = { profileId: profile.profile.id, first, last, who: null, desk: null, currency: null }
  expect(calls['report.read'].input.safeParse(query).success).toBe(false)
})

test('an empty period is stated', async () => {
  await openReport(undefined, () => success({ ...report, currencies: [], days: [], brands: [], reasons: [] }))
  expect(document.body.textContent).toContain(text('report.empty.title'))
})

test('a failure shows no numbers and offers to try again', async () => {
  const answers = vi.fn<() => unknown>().mockReturnValueOnce(failed({ code: 'journal-unwritable', detail: 'The disk is full.' })).mockReturnValue(success(report))
  await openReport(undefined, answers)
  expect(document.querySelector('.report')).toBeNull()
  await click(button(text('common.retry')))
  await flushScreen()
  expect(words(panel(text('report.total.title')))).toContain('212 · 18,402.30 USD')
})

test('in a team the number of desks is named', async () => {
  const desks = [{ desk: 'a'.repeat(32) as DeskId, label: 'Till 2' }]
  await openReport(undefined, () => success({ ...report, otherDesks: { desks, upToDateAt: from } }))
  expect(document.body.textContent).toContain(text('today.figures.theseDesks', { count: 2 }))
})

test.each<[PeriodKind, string, string, string, string]>([
  ['day', '2026-03-01', '2026-02-28', '2026-03-01', '2026-03-02'],
  ['month', '2024-02-29', '2024-01-01..2024-01-31', '2024-02-01..2024-02-29', '2024-03-01..2024-03-31'],
  ['month', '2026-12-31', '2026-11-01..2026-11-30', '2026-12-01..2026-12-31', '2027-01-01..2027-01-31'],
  ['quarter', '2026-02-10', '2025-10-01..2025-12-31', '2026-01-01..2026-03-31', '2026-04-01..2026-06-30'],
])('the %s around %s and its neighbours', (kind, date, before, here, after) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const period = periodAround(kind as 'day', { year, month, day })
  const shown = [neighbour(period, -1)!, period, neighbour(period, 1)!]
    .map(({ first, last }) => (first === last ? first : `${first}..${last}`))
  expect(shown).toEqual([before, here, after])
})

test('a report that stays open past midnight shows the new day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-30T22:59:30.000Z') })
  try {
    const { inputsOf } = await openReport('/report')
    const ranges = () => inputsOf('report.read').map(({ first, last }) => `${first}..${last}`)
    expect(ranges()).toEqual(['2026-11-01..2026-11-30'])
    vi.advanceTimersByTime(15_000)
    await flushScreen()
    expect(ranges()).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    await flushScreen()
    expect(ranges()).toEqual(['2026-11-01..2026-11-30', '2026-12-01..2026-12-31'])
  } finally {
    vi.useRealTimers()
  }
})

test('at the newest period the focus moves to the button of the previous one', async () => {
  await openReport('/report')
  await click(button(text('report.period.before')))
  await flushScreen()
  button(text('report.period.after')).focus()
  await click(button(text('report.period.after')))
  await flushScreen()
  expect((button(text('report.period.after')) as HTMLButtonElement).disabled).toBe(true)
  expect(document.activeElement).toBe(button(text('report.period.before')))
})
