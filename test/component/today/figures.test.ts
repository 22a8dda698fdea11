import { expect, test } from 'vitest'
import type { Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Figure, PeriodFigures, Today } from '#shared/model/figures/today.ts'
import { figureNames, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { failed, success } from '#shared/result.ts'
import { comparedText } from '../../../renderer/features/today/figure-rows.ts'
import { hourBars } from '../../../renderer/features/today/hour-bars.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const profile = aProfile()
const counts = (changes: Partial<Record<FigureName, number>> = {}): Record<FigureName, number> =>
  ({ ...Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<FigureName, number>, ...changes })

const from = '2026-11-19T23:00:00.000Z' as UtcTime
const until = '2026-11-20T10:00:00.000Z' as UtcTime

function period(changes: Partial<Record<FigureName, Figure>>, net = '0'): PeriodFigures {
  const none: Figure = { payments: 0, amount: '0', withoutAmount: 0 }
  const figures = Object.fromEntries(figureNames.map((name) => [name, changes[name] ?? none])) as never
  return { from, until, currencies: [{ currency: 'USD', figures, net, netUnknown: 0 }] }
}

const figure = (payments: number, amount: string): Figure => ({ payments, amount, withoutAmount: 0 })
const today: Today = {
  merchantKey: profile.historyKey as MerchantKey, environment: 'staging', timeZone: 'Europe/Berlin',
  soFar: period({ approved: figure(212, '18402.30'), declined: figure(3, '132.00') }, '18402.30'),
  before: Array.from({ length: 7 }, () => period({ approved: figure(200, '1.00'), declined: figure(3, '1.00') })),
  hours: Array.from({ length: 24 }, (_, hour) => ({
    hour, from, until, counts: counts(hour === 9 ? { approved: 3, unknown: 1 } : {}), before: counts({ approved: 14 }),
  })),
  failed: {
    payments: 3, amounts: [{ currency: 'USD', ...figure(3, '132.00') }],
    reasons: [{ errorCode: '116', errorText: 'Insufficient funds' as Masked, payments: 2, amounts: [{ currency: 'USD', ...figure(2, '100.00') }] }],
  },
  otherDesks: null,
}

async function openFigures(answer: () => unknown = () => success(today)) {
  const screen = await openScreen('/today', { 'resolution.list': () => success([]), 'today.read': answer as never }, [profile])
  await flushScreen()
  return screen
}

const link = (name: string): HTMLAnchorElement =>
  [...document.querySelectorAll<HTMLAnchorElement>('.figures a')].find((one) => words(one).includes(name))!

test('each figure has its number, amount and comparison, and links to its list', async () => {
  const { address } = await openFigures()
  const shown = words(document.querySelector('.figures')!)
  for (const part of ['212 · 18,402.30 USD', text('today.figures.percent.more', { percent: 6 }), text('today.figures.asUsual')]) {
    expect(shown).toContain(part)
  }
  await click(link('212 · 18,402.30 USD'))
  await flushScreen()
  const query = new URL(address(), 'app://page').searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    merchant: profile.historyKey, environment: 'staging', state: 'approved', currency: 'USD', final: `${from}..${until}`,
  })
})

test.each([[['USD'], false], [['USD', 'JPY'], true]])('amounts in %o use the whole width: %s', async (names, isWide) => {
  const currencies = names.map((currency) => ({ ...today.soFar.currencies[0]!, currency }))
  const { content } = await openFigures(() => success({ ...today, soFar: { ...today.soFar, currencies } }))
  expect(content.querySelector('.figures')!.classList.contains('wide')).toBe(isWide)
})

test('the list behind a number has the same period', async () => {
  const { inputsOf } = await openFigures()
  await click(link('212'))
  await flushScreen()
  expect(inputsOf('history.list').at(-1)).toMatchObject({ finalFrom: from, finalUntil: until, states: ['approved'], currency: 'USD' })
  expect(words(document.querySelector('.chips')!)).toContain(text('history.filter.final'))
})

test('reasons are shown as the gateway sent them, the remaining ones as a number', async () => {
  await openFigures()
  const shown = words(document.querySelector('.figures')!)
  for (const part of ['Insufficient funds', '116', '100.00 USD', text('today.failed.others', { count: 1 })]) expect(shown).toContain(part)
})

test('an amount that is not known is never shown as zero', async () => {
  const unknown: Figure = { payments: 1, amount: '0', withoutAmount: 1 }
  const [usd] = period({ approved: figure(2, '20.00') }, '20.00').currencies
  const [none] = period({ refunded: unknown }).currencies
  await openFigures(() => success({
    ...today, soFar: { from, until, currencies: [usd!, { ...none!, currency: null, netUnknown: 1 }] },
    failed: {
      payments: 1, amounts: [{ currency: null, ...unknown }],
      reasons: [{ errorCode: '116', errorText: null, payments: 1, amounts: [{ currency: null, ...unknown }] }],
    },
  }))
  const shown = words(document.querySelector('.figures')!)
  expect(shown).toContain(`1 · ${text('today.figures.amountUnknown')}`)
  expect(shown).toContain('20.00 USD')
  expect(shown.replaceAll('20.00 USD', '')).not.toMatch(/0\.00|· 0/)
  expect(words(document.querySelector('.figures li span')!)).toBe('1')
})

test('the chart is a table one click away', async () => {
  await openFigures()
  await click(button(text('today.chart.asTable')))
  const cells = [...document.querySelectorAll('figure tbody tr')].map((row) => words(row))
  expect(cells).toHaveLength(24)
  expect(cells[9]).toMatch(/^09:00 ?3 ?0 ?0 ?1 ?2$/)
})

test('a failure keeps the list of items that need a person', async () => {
  await openFigures(() => failed({ code: 'journal-unavailable' as never }))
  expect(document.querySelector('.figures')).toBeNull()
  expect(document.querySelector('h1')).not.toBeNull()
})

test('no share is named below 20 payments', () => {
  const comparison = (count: number, ...before: number[]): string => comparedText(count, before, text)
  expect(comparison(19, 10, 10)).toBe(text('today.figures.difference.more', { count: 9 }))
  expect(comparison(30, 20, 20)).toBe(text('today.figures.percent.more', { percent: 50 }))
  expect(comparison(10, 100, 100)).toBe(text('today.figures.difference.fewer', { count: 90 }))
  expect(comparison(21, 20, 22)).toBe(text('today.figures.asUsual'))
  expect(comparison(5, 0, 0)).toBe('')
})

test('bars are stacked to the number of their hour, and the usual number is the average of the days', () => {
  const { bars, usual } = hourBars(today.hours, 7)
  const height = bars.reduce((sum, bar) => sum + bar.height, 0)
  expect(bars.map(({ part, hour }) => [part, hour])).toEqual([['moved', 9], ['unknown', 9]])
  expect(height).toBeCloseTo(88)
  expect(usual[9]!.y).toBeCloseTo(44)
})
