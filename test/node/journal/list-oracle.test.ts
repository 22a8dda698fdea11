import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CardReference, ProfileId, UtcTime } from '#shared/brands.ts'
import { entryStates, type HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryFilter, HistoryLines, HistoryOrder, HistoryPage } from '#shared/model/history/history-list.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { act, lookUp, named, sell, type Sale } from './list-entries.ts'
import { at, query } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const count = 90
const states = ['approved', 'declined', 'filtered', 'processing'] as const
const people = ['mara', 'pia', 'tom']
const errorCodes = [null, '116', '54']
const amounts = ['999', '1015', '5000', '123456']
const time = (minute: number): UtcTime => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString() as UtcTime

/** The entry with this number; clocks are set back now and then. */
function saleAt(number: number): Sale {
  const pick = <Item>(items: readonly Item[], step: number): Item => items[Math.floor(number / step) % items.length]!
  return {
    name: `n${number}`, at: time(number % 13 === 0 ? number - 30 : number), answeredAt: time(number + pick([0, 9, 40], 1)), state: pick(states, 1), who: pick(people, 2),
    amount: pick(amounts, 3), currency: pick(['USD', 'EUR', 'JPY'], 4), errorCode: pick(errorCodes, 1),
    lastFour: pick(['0001', '4242'], 5), cardReference: pick(['700', '701', null], 2),
    profileId: pick(['profile-one', 'profile-two'], 7) as ProfileId, environment: pick(['sandbox', 'staging'] as const, 8),
    reply: { 'card-hash-id': pick(['h1', 'h2'], 3), 'card-type': pick(['VISA', 'MASTERCARD'], 5) },
  }
}

async function fill(journal: JournalPort): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await sell(journal, saleAt(number))
    if (number % 6 === 0) await act(journal, { name: `r${number}`, of: `n${number}`, amount: '100', at: time(number + 1) })
    if (number % 9 === 0) await lookUp(journal, `l${number}`, `n${number}`)
  }
}

const size = (row: HistoryRow): number => row.minorAmount === null
  ? -1 : Number(row.minorAmount) * (row.currency === 'JPY' ? 10_000 : 100)

/** When a row became final: a sale when it was answered, a refund at the time of the samples. */
function becameFinal({ entryId: id, effect, state }: HistoryRow): string | null {
  if (effect !== 'moves-money' || state === 'processing') return null
  return id.startsWith('entry-n') ? saleAt(Number(id.slice('entry-n'.length))).answeredAt! : at(1)
}

/** Whether a row must be shown, computed without any index. */
function shows(filter: HistoryFilter, row: HistoryRow, hashOf: ReadonlyMap<string, string>): boolean {
  const { states: wanted, operations, profileId, view, from, until, currency, errorCode, who } = filter
  const { leastAmount, mostAmount, finalFrom, finalUntil } = filter
  const final = becameFinal(row)
  const chosen = (list: readonly string[] | undefined, value: string) =>
    list === undefined || list.length === 0 || list.includes(value)
  const same = (criteria: string | null | undefined, value: string | null) => criteria == null || criteria === value
  const amount = size(row) / 10_000
  const asksAmount = leastAmount != null || mostAmount != null
  const isOfCard = (filter.cardReference == null && filter.cardHash == null)
    || (filter.cardReference != null && row.cardReference === filter.cardReference)
    || (filter.cardHash != null && hashOf.get(row.entryId) === filter.cardHash)
  return chosen(wanted, row.state) && chosen(operations, row.operation) && same(profileId, row.profileId)
    && (view !== 'payments' || row.effect === 'moves-money')
    && (from == null || row.at >= from) && (until == null || row.at < until)
    && chosen(filter.environments, row.environment) && same(currency, row.currency) && same(errorCode, row.errorCode)
    && (finalFrom == null || (final !== null && final >= finalFrom))
    && (finalUntil == null || (final !== null && final < finalUntil))
    && same(filter.cardBrand, row.cardBrand) && (filter.without?.includes('errorCode') !== true || row.errorCode === null)
    && (filter.without?.includes('cardBrand') !== true || row.cardBrand === null)
    && same(who, row.who) && same(filter.lastFour, row.lastFour) && isOfCard
    && (!asksAmount || (amount >= Number(leastAmount ?? 0) && (mostAmount == null || amount <= Number(mostAmount))))
}

/** Most filters are not set, so that the result is not always empty. */
const maybe = <Value>(value: fc.Arbitrary<Value>, often = 1) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: often, arbitrary: value })
const filters = fc.record({
  text: fc.constantFrom('', '', '', '', 'mara', '10.15', 'recurrent'),
  states: fc.constantFrom<HistoryFilter['states']>([], [], [], ['declined'], ['approved', 'filtered'], entryStates),
  operations: fc.constantFrom<HistoryFilter['operations']>(
    [], [], [], [], ['return'], ['recurrent-payment', 'return'], ['status'],
  ),
  profileId: maybe(fc.constant('profile-two' as ProfileId)),
  view: fc.constantFrom('payments' as const, 'all' as const),
  from: maybe(fc.integer({ min: 0, max: 60 }).map(time), 3),
  until: maybe(fc.integer({ min: 30, max: 90 }).map(time), 5),
  finalFrom: maybe(fc.integer({ min: 0, max: 90 }).map(time), 2),
  finalUntil: maybe(fc.integer({ min: 1, max: 130 }).map(time), 2),
  cardBrand: maybe(fc.constantFrom('VISA', 'none')), without: fc.constantFrom<HistoryFilter['without']>([], [], [], [], ['errorCode'], ['cardBrand']),
  environments: fc.constantFrom<('sandbox' | 'staging')[]>([], [], [], ['sandbox'], ['staging']),
  currency: maybe(fc.constantFrom('USD', 'EUR', 'JPY', 'GBP')), who: maybe(fc.constantFrom('mara', 'pia', 'nobody')),
  leastAmount: maybe(fc.constantFrom('0', '10', '10.15', '1234.56')),
  mostAmount: maybe(fc.constantFrom('10.15', '50.00', '999999')),
  errorCode: maybe(fc.constantFrom('116', '54')), lastFour: maybe(fc.constantFrom('0001', '4242')),
  cardReference: maybe(fc.constant('700' as CardReference)), cardHash: maybe(fc.constant('h2')),
})
const orders = fc.constantFrom<HistoryOrder>('newest', 'oldest', 'largest', 'smallest')

async function everyPage(
  journal: JournalPort, criteria: HistoryFilter, order: HistoryOrder, limit: number,
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let before: string | null = null; ;) {
    const page: HistoryPage = await valueOf(journal.search({ ...criteria, order, before, limit }))
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    if (page.next === null) return rows
    before = page.next
  }
}

it('pages, counts and totals of any filter in any order equal those from reading every entry', async () => {
  const { journal } = openHere()
  await fill(journal)
  const all = await everyPage(journal, query(), 'newest', 200)
  const hashOf = new Map(Array.from({ length: count }, (_, number) =>
    [`entry-n${number}`, saleAt(number).reply!['card-hash-id']!]))
  await fc.assert(fc.asyncProperty(filters, orders, fc.integer({ min: 1, max: 40 }), async (criteria, order, limit) => {
    const withText = new Set(criteria.text === '' ? all.map((row) => row.entryId)
      : (await everyPage(journal, query({ text: criteria.text }), 'newest', 200)).map((row) => row.entryId))
    const expected = all.filter((row) => shows(criteria, row, hashOf) && withText.has(row.entryId))
    const found = await everyPage(journal, criteria, order, limit)
    expect(named(found).toSorted()).toEqual(named(expected).toSorted())
    if (order === 'largest' || order === 'smallest') {
      const sizes = found.map(size)
      expect(sizes).toEqual(sizes.toSorted((one, other) => order === 'largest' ? other - one : one - other))
    }
    const byTime = criteria.text === '' && (criteria.from !== null || order === 'oldest')
    if (byTime && (order === 'newest' || order === 'oldest')) {
      const times = found.map(({ at }) => at)
      expect(times).toEqual(order === 'newest' ? times.toSorted().reverse() : times.toSorted())
    }
    expect(await valueOf(journal.count(criteria))).toEqual({ count: expected.length, atLeast: false })
    const { sums } = await valueOf(journal.totals({ totalsId: 't', filter: criteria }))
    const sum = (of: (row: HistoryRow) => string | null | undefined) =>
      expected.reduce((total, row) => total + BigInt(of(row) ?? 0), 0n)
    expect(sums.reduce((total, { entries }) => total + entries, 0)).toBe(expected.length)
    expect(new Set(sums.map(({ profileId }) => profileId))).toEqual(new Set(expected.map(({ profileId }) => profileId)))
    const net = sums.reduce((total, { netMinorAmount }) => total + BigInt(netMinorAmount), 0n)
    const reviewed = sums.reduce((total, { minorAmount }) => total + BigInt(minorAmount), 0n)
    expect([net, reviewed]).toEqual([sum((row) => row.netMinorAmount), sum((row) => row.reviewed?.minorAmount)])
  }), { numRuns: 150 })
})

it('lines leave out only entries that are below another line', async () => {
  const { journal } = openHere()
  await fill(journal)
  for (const wanted of [[], ['declined'], ['approved'], ['approved', 'declined']] as const) {
    const criteria = query({ view: 'payments', states: wanted })
    const rows = await everyPage(journal, criteria, 'newest', 50)
    const shown = new Set(rows.map((row) => row.entryId))
    const expected = rows.filter((row) => row.paymentEntryId === row.entryId || !shown.has(row.paymentEntryId!))
    const lines: HistoryRow[] = []
    for (let before: string | null = null; ;) {
      const page: HistoryLines = await valueOf(journal.list({ ...criteria, before, limit: 7 }))
      lines.push(...page.lines.map(({ row }) => row))
      if (page.next === null) break
      before = page.next
    }
    expect(named(lines).toSorted(), JSON.stringify(wanted)).toEqual(named(expected).toSorted())
  }
})
