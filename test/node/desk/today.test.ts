/** Today over real journals: its figures equal a full recount, and the totals of the lists that they lead to. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeskId, EntryId, Masked, MinorUnits, UtcTime } from '#shared/brands.ts'
import { operations, createsOrder, type OperationId } from '#shared/gateway/operations.ts'
import { majorSum } from '#shared/model/currency-sums.ts'
import { isOpen, type EntryState, type HistoryRow } from '#shared/model/history.ts'
import { removedBrand, type HistoryFilter } from '#shared/model/history-list.ts'
import { merchantKeyOf } from '#shared/model/merchant.ts'
import type { Today } from '#shared/model/today.ts'
import { figureNames, filterOfNumber, type TodayNumber } from '#shared/model/today-numbers.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { mergedHistory } from '../../../electron/desk/history/merged.ts'
import { todayCalls } from '../../../electron/desk/history/today.ts'
import type { Services } from '../../../electron/desk/services.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { createOtherDesks } from '../../../electron/journal/other-desks/methods.ts'
import { openOtherDesks } from '../../../electron/journal/other-desks/open.ts'
import { checkDerived } from '../../../electron/journal/proof/derived/check.ts'
import { answer, entryOf, id32, logOf, sale } from '../journal/foreign-logs.ts'
import { statusReply } from '../journal/list-entries.ts'
import { charge, entryId, merchantOrderId, observation, orderId, outcome } from '../journal/samples.ts'
import { freshPath, onTestEnd, openHere, repaired, valueOf } from '../journal/with-journal.ts'
import { draft, open as openProfiles, saveIn } from '../profiles/support.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const plenty = () => 10_000_000_000
const anna = { deskId: id32('anna') as DeskId, label: 'Till 1', publicKey: null, isAdmitted: true }

/** A desk in a team, at a time in a time zone. */
async function openDesk(timeZone: string, now: number) {
  const { journal, connection } = openHere()
  connection.database.exec('PRAGMA synchronous = OFF')
  const copied = openOtherDesks(freshPath(), id32('own') as DeskId)
  const copies = createOtherDesks(copied, plenty)
  onTestEnd(() => copies.close())
  const profiles = openProfiles(freshPath())
  const saved = saveIn(profiles, { id: null, draft: draft({ timeZone }) })
  if (!saved.ok) throw new Error(JSON.stringify(saved.failure))
  const services = {
    journal, profiles, system: { now: () => now }, membership: { read: () => 'unreadable' },
    otherDesks: { port: async () => copies },
  } as unknown as Services
  const history = mergedHistory(services)
  return {
    journal, copies, copied, profile: saved.value, history,
    today: () => valueOf(todayCalls(services, history)['today.read']({ profileId: saved.value.id })),
  }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

interface Known { readonly row: HistoryRow; readonly since: number | null }
type Model = Map<EntryId, Known>

const phase = (state: EntryState): string => state === 'sending' || state === 'processing' ? 'pending' : isOpen(state) ? 'in doubt' : 'final'

/** Notes what an event at `at` made of an entry, without any code of the sums. */
async function note(model: Model, read: Pick<JournalPort, 'entry'>, id: EntryId, at: number): Promise<void> {
  const row = (await valueOf(read.entry({ entryId: id })))?.row
  if (row === undefined) return
  const before = model.get(id)
  const [was, is] = [phase(before?.row.state ?? 'sending'), phase(row.state)]
  model.set(id, { row, since: is === 'pending' ? null : was === is ? before?.since ?? null : at })
}

const timeOf = (at: number): UtcTime => new Date(at).toISOString() as UtcTime
const status = fc.constantFrom('approved', 'approved', 'approved', 'declined', 'declined', 'filtered', 'error', 'processing')

/** Moments around those that are counted: many at midnight, at the changes of clocks, and at the ends of quarter-hours. */
function moments(now: number): fc.Arbitrary<number> {
  const quarter = Math.floor(now / (15 * minute))
  const days = fc.integer({ min: 0, max: 8 })
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: now - 12 * hour, max: now + hour }) },
    { weight: 2, arbitrary: fc.tuple(days, fc.integer({ min: -14 * hour, max: hour })).map(([ago, by]) => now - ago * day + by) },
    { weight: 2, arbitrary: fc.tuple(days, fc.integer({ min: -60, max: 2 }), fc.constantFrom(-1, 0, 1)).map(
      ([ago, quarters, by]) => (quarter + quarters) * 15 * minute - ago * day + by,
    ) },
  )
}

type Step = (desk: Desk, model: Model) => Promise<void>

function steps(now: number): fc.Arbitrary<readonly Step[]> {
  const at = moments(now)
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const money = fc.record({
    amount: fc.constantFrom('1015', '999', '250000'), currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    errorCode: fc.constantFrom(null, '116', '54'), brand: fc.constantFrom('VISA', 'MASTERCARD'), who: fc.constantFrom('mara', 'pia'),
    elsewhere: fc.constantFrom(false, false, false, true), operation: fc.constantFrom<OperationId>('sale', 'recurrent-payment', 'preauth'),
  })
  const changesOf = ({ profile }: Desk, { amount, currency, who, elsewhere, operation }: typeof money extends fc.Arbitrary<infer Of> ? Of : never) => ({
    merchantKey: merchantKeyOf(profile)!, environment: elsewhere ? 'staging' as const : 'production' as const, profileId: profile.id,
    minorAmount: amount as MinorUnits, currency, who, operation, effect: operation === 'preauth' ? 'holds-money' as const : 'moves-money' as const,
    reviewed: { minorAmount: amount as MinorUnits, currency },
  })
  const attempt = async (run: Promise<unknown>): Promise<void> => { await run.catch(() => null) }
  const kinds = fc.oneof(
    { weight: 14, arbitrary: fc.tuple(fc.nat({ max: 99 }), at, money, status, fc.constantFrom('accepted', 'accepted', 'unknown', 'not-sent')).map(
      ([number, when, of, state, kind]): Step => async (desk, model) => {
        const what = [...'abcdef'][number % 6]!
        const id = model.has(entryId(what)) ? `${what}${number}` : what
        await attempt(valueOf(desk.journal.recordIntent(charge(id, { ...changesOf(desk, of), at: timeOf(when - minute), merchantOrderId: merchantOrderId(`m-${id}`) }))))
        await attempt(valueOf(desk.journal.recordOutcome(outcome(id, {
          at: timeOf(when), kind: kind as 'accepted', status: kind === 'accepted' ? state : null, errorCode: of.errorCode, orderId: orderId(`o-${id}`),
          reply: statusReply({ 'status': state, 'transaction-type': of.operation === 'preauth' ? 'preauth' : 'sale', 'card-type': of.brand }),
        }))))
        await note(model, desk.journal, entryId(id), when)
      },
    ) },
    { weight: 4, arbitrary: fc.tuple(name, at, status, fc.boolean()).map(([of, when, state, resolves]): Step => async (desk, model) => {
      await attempt(desk.journal.recordObservation(observation(of, { at: timeOf(when), status: state, resolves, errorCode: state === 'declined' ? '51' : null })))
      await note(model, desk.journal, entryId(of), when)
    }) },
    { weight: 3, arbitrary: fc.tuple(name, at, fc.constantFrom('return', 'void', 'capture'), status, fc.constantFrom('500', null)).map(
      ([of, when, operation, state, amount]): Step => async (desk, model) => {
        const id = `${operation}-${of}`
        await attempt(valueOf(desk.journal.recordIntent(charge(id, {
          merchantKey: merchantKeyOf(desk.profile)!, environment: 'production', profileId: desk.profile.id, operation: operation as OperationId,
          createsOrder: false, orderId: orderId(`o-${of}`), at: timeOf(when), minorAmount: amount as MinorUnits | null,
          currency: amount === null ? null : 'USD', reviewed: amount === null ? null : { minorAmount: amount as MinorUnits, currency: 'USD' },
        }))))
        await attempt(valueOf(desk.journal.recordOutcome(outcome(id, { at: timeOf(when), status: state, orderId: orderId(`o-${of}`) }))))
        await note(model, desk.journal, entryId(id), when)
      },
    ) },
    { weight: 1, arbitrary: fc.tuple(name, at, fc.constantFrom('not-found', 'error')).map(([of, when, closes]): Step => async (desk, model) => {
      await attempt(desk.journal.recordClosing({
        entryId: entryId(of), at: timeOf(when), who: 'ada', reason: '' as never, closes: closes as 'error', errorCode: null, errorText: null, reply: null,
      }))
      await note(model, desk.journal, entryId(of), when)
    }) },
    { weight: 1, arbitrary: fc.constant<Step>(async ({ journal }) => {
      const late = timeOf(now + 400 * day)
      const plan = await valueOf(journal.planRemoval({ before: late, at: late, after: 0, limit: 100 }))
      await valueOf(journal.removeContent({ removals: plan.removals.map((removal) => ({ ...removal, signature: null })) }))
    }) },
    { weight: 5, arbitrary: fc.tuple(fc.nat({ max: 99 }), at, money, status).map(([number, when, of, state]): Step => async (desk, model) => {
      const name = `their-${number}`
      if (model.has(entryOf(name))) return
      const states = await valueOf(desk.copies.state())
      const from = states.desks[0] ?? { number: 0, link: firstLink }
      const reply = { at: timeOf(when), status: state, errorCode: of.errorCode, orderId: orderId(`o-${name}`) }
      const events = logOf(anna, [sale(name, timeOf(when), changesOf(desk, of)), answer(name, timeOf(when), reply)], from)
      await valueOf(desk.copies.copy({ desks: [anna], events, own: [], upToDateAt: timeOf(now) }))
      await note(model, desk.copies, entryOf(name), when)
    }) },
  )
  return fc.array(kinds, { minLength: 25, maxLength: 50 })
}

const reading = () => 'iso-4217' as const
type Count = readonly [entries: number, amount: string, net: string]

function recount(model: Model, { states, operations: wanted, finalFrom, finalUntil, currency, errorCode, without, environments }: HistoryFilter): Count {
  const rows = [...model.values()].filter(({ row, since }) => since !== null && timeOf(since) >= finalFrom! && timeOf(since) < finalUntil!
    && environments!.includes(row.environment) && (states.length === 0 || states.includes(row.state))
    && (wanted.length === 0 || wanted.includes(row.operation))
    && (currency == null || (row.currency ?? row.reviewed?.currency) === currency) && (errorCode == null || row.errorCode === errorCode)
    && !(without?.includes('currency') === true && (row.currency ?? row.reviewed) !== null)
    && !(without?.includes('errorCode') === true && row.errorCode !== null)).map(({ row }) => row)
  const sums = rows.map((row) => ({ ...row, currency: row.currency ?? row.reviewed?.currency ?? null }))
  return [rows.length, majorSum(sums, ({ reviewed }) => reviewed?.minorAmount ?? '0', reading), majorSum(sums, ({ netMinorAmount }) => netMinorAmount ?? '0', reading)]
}

async function listed({ history }: Desk, filter: HistoryFilter): Promise<Count> {
  const { sums } = await valueOf(history.calls['history.totals']({ totalsId: 'one', filter }))
  return [sums.reduce((total, { entries }) => total + entries, 0), majorSum(sums, ({ minorAmount }) => minorAmount, reading), majorSum(sums, ({ netMinorAmount }) => netMinorAmount, reading)]
}

/** Every number of Today with what it counts. */
function* numbersOf(today: Today): Generator<readonly [TodayNumber, Partial<Record<'entries' | 'amount' | 'net', number | string>>]> {
  for (const period of [today.soFar, ...today.before]) {
    for (const { currency, figures, net } of period.currencies) {
      yield [{ figure: 'net', period, currency }, { net }]
      for (const figure of figureNames) yield [{ figure, period, currency }, { entries: figures[figure].payments, amount: figures[figure].amount }]
    }
  }
  for (const { counts, ...period } of today.hours) {
    for (const figure of figureNames) yield [{ figure, period }, { entries: counts[figure] }]
  }
  const { failed, soFar: period } = today
  yield [{ figure: 'failed', period }, { entries: failed.payments }]
  for (const { errorCode, payments, amounts } of failed.reasons) {
    yield [{ figure: 'failed', period, errorCode }, { entries: payments }]
    for (const { currency, amount } of amounts) yield [{ figure: 'failed', period, errorCode, currency }, { amount }]
  }
}

const picked = ([entries, amount, net]: Count, like: object) =>
  Object.fromEntries(Object.entries({ entries, amount, net }).filter(([name]) => name in like))

async function expectRight(desk: Desk, model: Model, now: number, timeZone: string): Promise<void> {
  const today = await desk.today()
  for (const [number, shown] of numbersOf(today)) {
    const filter = filterOfNumber(today, number)
    const counted = recount(model, filter)
    expect([number, picked(counted, shown)]).toEqual([number, shown])
    // Most hours are empty; a list of them is not worth its time.
    if (counted[0] > 0) expect([number, picked(await listed(desk, filter), shown)]).toEqual([number, shown])
  }
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const orders = [...model.values()].filter(({ row, since }) => since !== null && row.environment === 'production'
    && createsOrder(operations[row.operation]) && row.state === 'approved')
  for (const [index, { counts: { approved, held } }] of today.hours.entries()) {
    const at = `${clock.format(now).slice(0, 10)} ${String(index).padStart(2, '0')}`
    expect([at, approved + held]).toEqual([at, orders.filter(({ since }) => clock.format(since!).startsWith(at)).length])
  }
}

async function expectKept({ journal, copied }: Desk): Promise<void> {
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
).chain(([timeZone, from, hours]) => fc.integer({ min: 0, max: hours * 60 }).map((by) => [timeZone, Date.parse(from) + by * minute] as const))

describe('Today', () => {
  it('equals a full recount, and the totals of the list behind each of its numbers', async () => {
    const cases = places.chain(([timeZone, now]) => steps(now).map((all) => ({ timeZone, now, all })))
    await fc.assert(fc.asyncProperty(cases, fc.nat(), fc.boolean(), async ({ timeZone, now, all }, backedUpAt, restores) => {
      const desk = await openDesk(timeZone, now)
      const model: Model = new Map()
      let fileName: string | null = null
      for (const [index, run] of all.entries()) {
        await run(desk, model)
        if (restores && index === backedUpAt % all.length) fileName = (await valueOf(desk.journal.backUp({ at: timeOf(now) }))).fileName
      }
      if (fileName !== null) await valueOf(desk.journal.restore({ fileName, at: timeOf(now) }))
      await expectRight(desk, model, now, timeZone)
      await expectKept(desk)
      await Promise.all([desk.journal.close(), desk.copies.close()])
    }), { numRuns: 15 })
  }, 120_000)

  it('keeps counting payments whose content was removed: the code stays, the text and the brand are removed', async () => {
    const desk = await openDesk('Europe/Berlin', Date.parse('2026-11-20T10:00:00.000Z'))
    const { journal, profile, history } = desk
    const of = { merchantKey: merchantKeyOf(profile)!, environment: 'production', profileId: profile.id } as const
    await valueOf(journal.recordIntent(charge('one', of)))
    await valueOf(journal.recordOutcome(outcome('one', {
      status: 'declined', errorCode: '116', errorText: 'Not sufficient funds' as Masked, reply: statusReply({ 'status': 'declined', 'card-type': 'VISA' }),
    })))
    const failedNow = async () => (await desk.today()).failed.reasons
    const amounts = [{ currency: 'USD', payments: 1, amount: '10.15', withoutAmount: 0 }]
    expect(await failedNow()).toEqual([{ errorCode: '116', errorText: 'Not sufficient funds', payments: 1, amounts }])
    const late = timeOf(Date.parse('2028-01-01T00:00:00.000Z'))
    const plan = await valueOf(journal.planRemoval({ before: late, at: late, after: 0, limit: 100 }))
    await valueOf(journal.removeContent({ removals: plan.removals.map((removal) => ({ ...removal, signature: null })) }))
    expect(await failedNow()).toEqual([{ errorCode: '116', errorText: null, payments: 1, amounts }])
    const counted = async (cardBrand: string) => await valueOf(history.calls['history.count']({
      text: '', states: [], operations: [], profileId: null, cardBrand,
    }))
    expect([(await counted('VISA')).count, (await counted(removedBrand)).count]).toEqual([0, 1])
    await expectKept(desk)
  })

  it('counts a payment in its final state only, on the day when it became final, and a refund on its own', async () => {
    const desk = await openDesk('UTC', Date.parse('2026-11-20T10:00:00.000Z'))
    const { journal, profile } = desk
    const of = { merchantKey: merchantKeyOf(profile)!, environment: 'production', profileId: profile.id } as const
    const yesterday = '2026-11-19T09:00:00.000Z' as UtcTime
    const figuresOf = async () => {
      const { soFar, before: [last] } = await desk.today()
      return [last, soFar].map((period) => Object.entries(period?.currencies[0]?.figures ?? {})
        .flatMap(([name, { payments, amount }]) => (payments === 0 ? [] : [`${name} ${payments} ${amount}`])))
    }
    await valueOf(journal.recordIntent(charge('late', { ...of, at: yesterday })))
    await valueOf(journal.recordOutcome(outcome('late', { at: yesterday, kind: 'unknown', reply: null })))
    expect(await figuresOf()).toEqual([['unknown 1 10.15'], []])
    const found = { resolves: true, orderId: orderId('77') }
    await valueOf(journal.recordObservation(observation('late', { ...found, at: '2026-11-20T08:00:00.000Z' as UtcTime, status: 'approved' })))
    expect(await figuresOf()).toEqual([[], ['approved 1 10.15']])
    await valueOf(journal.recordIntent(charge('back', {
      ...of, at: '2026-11-20T09:00:00.000Z' as UtcTime, operation: 'return', createsOrder: false, orderId: orderId('77'),
    })))
    await valueOf(journal.recordOutcome(outcome('back', { at: '2026-11-20T09:00:01.000Z' as UtcTime, status: 'approved' })))
    expect(await figuresOf()).toEqual([[], ['approved 1 10.15', 'refunded 1 10.15']])
    await valueOf(journal.recordObservation(observation('late', { ...found, at: '2026-11-20T09:30:00.000Z' as UtcTime, status: 'declined' })))
    expect(await figuresOf()).toEqual([[], ['declined 1 10.15', 'refunded 1 10.15']])
  })
})
