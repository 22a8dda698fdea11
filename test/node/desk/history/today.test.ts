/** Today and reports over real journals: figures equal a full recount, and the totals of the lists behind them. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeskId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { removedBrand } from '#shared/model/history/history-list.ts'
import type { ReportQuery } from '#shared/model/figures/report.ts'
import { figureNames, filterOfNumber } from '#shared/model/figures/today-numbers.ts'
import { checkDerived } from '../../../../electron/journal/proof/derived/check.ts'
import type { Intent } from '../../../../electron/journal/records.ts'
import { id32 } from '../../journal/foreign-logs.ts'
import { statusReply } from '../../journal/list-entries.ts'
import { charge, observation, orderId, outcome } from '../../journal/samples.ts'
import { repaired, valueOf } from '../../journal/with-journal.ts'
import { ofMerchant, openDesk, removeContent, timeOf, type TodayDesk } from './today-desk.ts'
import { listed, numbersOf, numbersOfReport, recount } from './today-numbers.ts'
import { stepsUntil, type Model } from './today-steps.ts'

async function expectRight(desk: TodayDesk, model: Model, now: number, timeZone: string): Promise<void> {
  const today = await desk.today()
  for (const [number, shown] of numbersOf(today)) {
    const filter = filterOfNumber(today, number)
    const counted = recount(model, filter)
    expect([number, counted]).toMatchObject([number, shown])
    // Most hours are empty: listing them would only take time.
    if (counted.entries > 0) expect([number, await listed(desk, filter)]).toMatchObject([number, shown])
  }
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const approvedAt = [...model.values()].flatMap(({ row, since }) =>
    (since !== null && row.environment === 'production' && createsOrder(operations[row.operation]) && row.state === 'approved'
      ? [clock.format(since)]
      : []))
  for (const { hour, counts: { approved, held } } of today.hours) {
    const shown = `${clock.format(now).slice(0, 10)} ${String(hour).padStart(2, '0')}`
    expect([shown, approved + held]).toEqual([shown, approvedAt.filter((at) => at.startsWith(shown)).length])
  }
}

/** The filters of a report, and how many days before a time it begins: with many it is read in parts. */
type Narrowed = Pick<ReportQuery, 'who' | 'desk' | 'currency'> & { readonly days: number }

/** The report of the days around a time. Card brands are compared with the list alone: content is removed. */
async function expectReport(
  desk: TodayDesk, model: Model, now: number, timeZone: string, { days, ...narrowed }: Narrowed,
): Promise<void> {
  const [first = '', last = ''] = [now - days * 86_400_000, now + 86_400_000].map((at) => timeOf(at).slice(0, 10))
  const report = await desk.report({ ...narrowed, first, last })
  for (const [number, shown] of numbersOfReport(report)) {
    const filter = filterOfNumber(report, number)
    if (number.cardBrand === undefined) expect([number, recount(model, filter)]).toMatchObject([number, shown])
    if (shown.entries !== 0) expect([number, await listed(desk, filter)]).toMatchObject([number, shown])
  }
  const dateOf = (at: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  for (const { date, from, until } of report.days) {
    const [begin, end] = [Date.parse(from), Date.parse(until)]
    expect([begin - 1, begin, end - 1, end].map((at) => dateOf(at) === date)).toEqual([false, true, true, false])
  }
  // Nothing is left out: days and brands add up to the totals.
  const { currency, ...others } = narrowed
  const all = figureNames.reduce((sum, figure) => sum + recount(model, filterOfNumber(report, {
    ...others, ...(currency !== null && { currency }), figure, period: report,
  })).entries, 0)
  for (const groups of [[report], report.days, report.brands]) {
    // A report of one currency also names what may be in it; it is compared with its list above.
    const ofCurrency = groups.flatMap(({ currencies }) => currencies)
      .filter((one) => currency === null || one.currency !== null)
    expect(ofCurrency.flatMap(({ figures }) => Object.values(figures))
      .reduce((sum, { payments }) => sum + payments, 0)).toBe(all)
  }
}

/** Expects that a verification finds nothing to correct, also in the copies. */
async function expectKept({ journal, copied }: TodayDesk): Promise<void> {
  expect(await repaired(journal)).toBeNull()
  for (let slice = checkDerived(copied, { from: null }); ; slice = checkDerived(copied, { from: slice.next })) {
    expect(slice.wrong).toEqual([])
    if (slice.next === null) return
  }
}

const places = fc.constantFrom<[timeZone: string, from: string, hours: number]>(
  ['Europe/Berlin', '2026-11-20T00:00:00.000Z', 24], ['Asia/Kathmandu', '2026-11-20T00:00:00.000Z', 24],
  // The days on which clocks go forward and back, and those after them.
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', 120], ['Europe/Berlin', '2026-10-24T22:00:00.000Z', 120],
  ['America/New_York', '2026-11-01T03:00:00.000Z', 30], ['Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 30],
).chain(([timeZone, from, hours]) =>
  fc.integer({ min: 0, max: hours * 60 }).map((minutes) => ({ timeZone, now: Date.parse(from) + minutes * 60_000 })))

const narrowings: fc.Arbitrary<Narrowed> = fc.record({
  who: fc.constantFrom(null, null, 'mara'), desk: fc.constantFrom<Narrowed['desk']>(null, null, 'this-desk', id32('anna') as DeskId),
  currency: fc.constantFrom(null, null, 'USD', 'JPY'), days: fc.constantFrom(9, 95),
})

describe('Today and a report', () => {
  it('equal a full recount, and the totals of the list behind each of their numbers', async () => {
    const cases = places.chain((place) => stepsUntil(place.now, place.timeZone).map((steps) => ({ ...place, steps })))
    const backups = fc.option(fc.nat(), { freq: 2 })
    const property = fc.asyncProperty(cases, backups, narrowings, async (one, backedUpAt, narrowed) => {
      const { timeZone, now, steps } = one
      const desk = await openDesk(timeZone, now)
      const model: Model = new Map()
      let fileName: string | null = null
      for (const [index, step] of steps.entries()) {
        await step(desk, model)
        if (backedUpAt === null || index !== backedUpAt % steps.length) continue
        const backup = await valueOf(desk.journal.backUp({ at: timeOf(now) }))
        fileName = backup.fileName
      }
      if (fileName !== null) await valueOf(desk.journal.restore({ fileName, at: timeOf(now) }))
      await expectRight(desk, model, now, timeZone)
      await expectReport(desk, model, now, timeZone, narrowed)
      await expectKept(desk)
      await Promise.all([desk.journal.close(), desk.copies.close()])
    })
    await fc.assert(property, { numRuns: 9 })
  }, 120_000)

  it('keep counting payments whose content was removed: the code stays, text and brand are removed', async () => {
    const now = Date.parse('2026-11-20T10:00:00.000Z')
    const desk = await openDesk('Europe/Berlin', now)
    await valueOf(desk.journal.recordIntent(charge('one', ofMerchant(desk))))
    await valueOf(desk.journal.recordOutcome(outcome('one', {
      status: 'declined', errorCode: '116', errorText: 'Not sufficient funds' as Masked,
      reply: statusReply({ 'status': 'declined', 'card-type': 'VISA' }),
    })))
    const reasons = async () => (await desk.today()).failed.reasons
    const counted = async (cardBrand: string) => (await valueOf(desk.history.calls['history.count']({
      text: '', states: [], operations: [], profileId: null, cardBrand,
    }))).count
    const amounts = [{ currency: 'USD', payments: 1, amount: '10.15', withoutAmount: 0 }]
    expect(await reasons()).toEqual([{ errorCode: '116', errorText: 'Not sufficient funds', payments: 1, amounts }])
    expect([await counted('VISA'), await counted(removedBrand)]).toEqual([1, 0])
    await removeContent(desk, now)
    expect(await reasons()).toEqual([{ errorCode: '116', errorText: null, payments: 1, amounts }])
    expect([await counted('VISA'), await counted(removedBrand)]).toEqual([0, 1])
    await expectKept(desk)
  })

  it('shows a reason with the text from a payment of this merchant, environment and figure', async () => {
    const now = Date.parse('2026-11-20T10:00:00.000Z')
    const desk = await openDesk('UTC', now)
    const decline = async (name: string, text: string, changes: Partial<Intent> = {}) => {
      await valueOf(desk.journal.recordIntent(charge(name, { ...ofMerchant(desk), ...changes })))
      await valueOf(desk.journal.recordOutcome(outcome(name, { status: 'declined', errorCode: '116', errorText: text as Masked })))
    }
    await decline('one', 'Not sufficient funds')
    await decline('two', 'Limit of another merchant', { merchantKey: 'https://gate.example word other' as MerchantKey })
    await decline('three', 'Text of a test', { environment: 'sandbox' })
    await decline('four', 'Refund refused', { operation: 'return', createsOrder: false, orderId: orderId('77') })
    expect((await desk.today()).failed.reasons).toMatchObject([{ errorText: 'Not sufficient funds', payments: 1 }])
  })

  it('counts a payment only in its final state, on the day when it became final, and a refund separately', async () => {
    const desk = await openDesk('UTC', Date.parse('2026-11-20T10:00:00.000Z'))
    const { journal } = desk
    const today = (time: string): UtcTime => `2026-11-20T${time}:00.000Z` as UtcTime
    const yesterday = '2026-11-19T09:00:00.000Z' as UtcTime
    const shown = async () => {
      const { soFar, before: [last] } = await desk.today()
      return [last, soFar].map((period) => Object.entries(period?.currencies[0]?.figures ?? {})
        .flatMap(([name, { payments, amount }]) => (payments === 0 ? [] : [`${name} ${payments} ${amount}`])))
    }
    await valueOf(journal.recordIntent(charge('late', { ...ofMerchant(desk), at: yesterday })))
    await valueOf(journal.recordOutcome(outcome('late', { at: yesterday, kind: 'unknown', reply: null })))
    expect(await shown()).toEqual([['unknown 1 10.15'], []])
    const found = { resolves: true, orderId: orderId('77') }
    await valueOf(journal.recordObservation(observation('late', { ...found, at: today('08:00'), status: 'approved' })))
    expect(await shown()).toEqual([[], ['approved 1 10.15']])
    await valueOf(journal.recordIntent(charge('back', {
      ...ofMerchant(desk), at: today('09:00'), operation: 'return', createsOrder: false, orderId: orderId('77'),
    })))
    await valueOf(journal.recordOutcome(outcome('back', { at: today('09:00'), status: 'approved' })))
    expect(await shown()).toEqual([[], ['approved 1 10.15', 'refunded 1 10.15']])
    await valueOf(journal.recordObservation(observation('late', { ...found, at: today('09:30'), status: 'declined' })))
    expect(await shown()).toEqual([[], ['declined 1 10.15', 'refunded 1 10.15']])
    await valueOf(journal.recordIntent(charge('released', {
      ...ofMerchant(desk), at: today('09:40'), operation: 'void', createsOrder: false, orderId: orderId('78'), releasesHold: true,
    })))
    await valueOf(journal.recordOutcome(outcome('released', { at: today('09:40'), status: 'approved' })))
    // The release of a hold returns no money.
    expect(await shown()).toEqual([[], ['declined 1 10.15', 'refunded 1 10.15', 'voided 1 0.00']])
  })
})
