import { beforeEach, describe, expect, it } from 'vitest'
import type { CardReference, MerchantKey, MinorUnits, ProfileId } from '#shared/brands.ts'
import type { HistoryLine, HistoryLines, HistoryQuery } from '#shared/model/history/history-list.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { act, entryId, lookUp, moment, named, sell, statusReply } from './list-entries.ts'
import { at, charge, masked, merchantKey, observation, orderId, outcome, profileId, query, refund } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

let journal: JournalPort
let connection: Connection
beforeEach(() => { ({ journal, connection } = openHere()) })

/** All lines: a page may be cut short to yield the thread. */
async function lines(changes: Partial<HistoryQuery> = {}): Promise<HistoryLine[]> {
  const all: HistoryLine[] = []
  for (let before: string | null = null; ;) {
    const page: HistoryLines = await valueOf(journal.list(query({ view: 'payments', ...changes, before })))
    all.push(...page.lines)
    if (page.next === null) return all
    before = page.next
  }
}
const listed = async (changes: Partial<HistoryQuery> = {}) => named((await lines(changes)).map(({ row }) => row))
const found = async (changes: Partial<HistoryQuery>) => listed({ view: 'all', ...changes })

describe('the view of payments', () => {
  beforeEach(async () => {
    await sell(journal, { name: 'boots', at: '2026-11-20T10:00:00.000Z' })
    await lookUp(journal, 'look', 'boots')
    await act(journal, { name: 'part', of: 'boots', amount: '400', at: '2026-11-21T10:00:00.000Z' })
    await act(journal, { name: 'rest', of: 'boots', amount: '615', at: '2026-11-21T11:00:00.000Z', state: 'declined' })
  })

  it('has one line per payment with its refunds below it, newest first, and no lookups', async () => {
    await valueOf(journal.recordObservation(observation('boots', { status: 'approved' })))
    await valueOf(journal.recordObservation(observation('boots', { status: 'approved', at: at(3) })))
    const [line, ...others] = await lines()
    expect(others).toEqual([])
    expect(line).toMatchObject({ row: { entryId: 'entry-boots' }, foldedCount: 2, checks: 2 })
    expect(named(line!.folded)).toEqual(['rest', 'part'])
    expect(await listed({ view: 'all' })).toEqual(['rest', 'part', 'look', 'boots'])
  })

  it('shows a refund on its own if the filter does not show its payment', async () => {
    expect(await listed({ from: moment('2026-11-21T00:00:00.000Z') })).toEqual(['rest', 'part'])
    expect(await listed({ states: ['declined'] })).toEqual(['rest'])
    expect(await listed({ operations: ['return'] })).toEqual(['rest', 'part'])
    expect(await listed({ text: 'm-boots' })).toEqual(['boots'])
  })

  it('links a refund to its payment', async () => {
    const rows = (await lines({ operations: ['return'] })).map(({ row }) => row.paymentEntryId)
    expect(rows).toEqual(['entry-boots', 'entry-boots'])
    expect((await lines())[0]?.row.paymentEntryId).toBe('entry-boots')
  })

  it('shows a refund of an order that was created elsewhere', async () => {
    await act(journal, { name: 'foreign', of: 'elsewhere', amount: '100' })
    expect(await listed()).toContain('foreign')
  })

  it('has pages across folded refunds without missing one', async () => {
    for (let number = 0; number < 30; number += 1) {
      await sell(journal, { name: `n${number}`, at: `2026-11-22T10:${String(number).padStart(2, '0')}:00.000Z` })
      await act(journal, { name: `r${number}`, of: `n${number}`, amount: '1', at: `2026-11-22T11:${String(number).padStart(2, '0')}:00.000Z` })
    }
    const seen: string[] = []
    for (let before: string | null = null; ;) {
      const page: HistoryLines = await valueOf(journal.list(query({ view: 'payments', before, limit: 4 })))
      seen.push(...named(page.lines.map(({ row }) => row)))
      if (page.next === null) break
      before = page.next
    }
    expect(seen).toEqual([...Array.from({ length: 30 }, (_, number) => `n${29 - number}`), 'boots'])
  })
})

describe('an entry of the list', () => {
  it('has card and references of its own transaction from the stored replies', async () => {
    await sell(journal, { name: 'boots', reply: {
      'card-type': 'VISA', 'cardholder-name': 'ADA BYRON', 'processor-rrn': '510000000017', 'approval-code': '012345',
      'transaction-date': '2026-11-20 09:41:09 UTC', 'card-hash-id': 'hash-1', 'receipt-id': 'receipt-77', 'processor-tx-id': 'PTX-9',
    } })
    await act(journal, { name: 'back', of: 'boots', amount: '400', comment: 'wrong size', reply: { 'processor-rrn': '510000000018' } })
    // The order's newest transaction is the refund by now: its reference is not the charge's.
    const later = { status: 'approved', at: at(9), reply: statusReply({
      'status': 'approved', 'transaction-type': 'reversal', 'processor-rrn': '510000000018',
    }) }
    await valueOf(journal.recordObservation(observation('boots', later)))
    const [line] = await lines()
    expect(line?.row).toMatchObject({
      cardBrand: 'VISA', cardholder: 'ADA BYRON', bankReference: '510000000017', approvalCode: '012345',
      finalAt: '2026-11-20T09:41:09.000Z', reviewed: { minorAmount: '1015', currency: 'USD' }, netMinorAmount: '1015',
    })
    expect(line?.folded[0]).toMatchObject({ comment: 'wrong size', bankReference: '510000000018', netMinorAmount: '-400' })
    for (const text of ['ada byron', '510000000017', '012345', 'PTX-9', 'ptx9', 'receipt-77', 'visa']) {
      expect(await found({ text }), text).toContain('boots')
    }
  })

  it('has a net amount only if money moved: none for a hold, its release, or a declined payment', async () => {
    await sell(journal, { name: 'held', operation: 'preauth' })
    await act(journal, { name: 'release', of: 'held', reviewed: '1015', releasesHold: true })
    await sell(journal, { name: 'no', state: 'declined' })
    await sell(journal, { name: 'sold' })
    await act(journal, { name: 'whole', of: 'sold', reviewed: '1015' })
    await sell(journal, { name: 'kept' })
    await act(journal, { name: 'voided', of: 'kept', operation: 'void', reviewed: '1015' })
    const { rows } = await valueOf(journal.search(query()))
    expect(Object.fromEntries(rows.map((row) => [row.entryId.replace('entry-', ''), row.netMinorAmount]))).toEqual({
      held: null, release: null, no: null, sold: '1015', whole: '-1015', kept: '1015', voided: '-1015',
    })
  })

  it.each([
    ['two decimals for every currency', ['1000', '100'], '1000', '100'], ['the decimals of ISO 4217', ['10000', '1000'], '10000', '1000'],
  ])('has the charged one of amounts tried in turn as its profile read them: by %s', async (_reading, tried, minorAmount, net) => {
    const intent = charge('tried', {
      currency: 'KWD', minorAmount: minorAmount as MinorUnits, enumeratedMinorAmounts: tried as MinorUnits[],
      fields: [{ name: 'amount', value: masked('10.00') }, { name: 'enumerate_amounts', value: masked('10.00,1.00') }],
    })
    await valueOf(journal.recordIntent(intent))
    await valueOf(journal.recordOutcome(outcome('tried')))
    await valueOf(journal.recordObservation(observation('tried', {
      status: 'approved', reply: masked('type=status-response\n&status=approved\n&amount=1.00\n&currency=KWD\n'),
    })))
    const { rows } = await valueOf(journal.search(query()))
    expect(rows.map(({ netMinorAmount }) => netMinorAmount)).toEqual([net])
  })
})

describe('a search', () => {
  beforeEach(async () => {
    await sell(journal, { name: 'a', amount: '1015', lastFour: '0001', at: '2026-11-20T12:00:00.000Z' })
    await sell(journal, { name: 'b', amount: '2000', lastFour: '0001', at: '2026-11-21T12:00:00.000Z' })
    await sell(journal, { name: 'c-70001', amount: '1015', lastFour: '4242', at: '2026-11-22T12:00:00.000Z' })
    await act(journal, { name: 'whole', of: 'c-70001', reviewed: '1015', at: '2026-11-23T12:00:00.000Z' })
  })

  it.each([
    ['last four and amount, and no order id with that ending', '4242 10.15', ['c-70001']],
    ['amount and last four', '10.15 4242', ['c-70001']],
    ['an amount with a comma, and its full refund', '10,15', ['whole', 'c-70001', 'a']],
    ['the end of an order id, five characters long', '70001', ['whole', 'c-70001']],
    ['a day', '2026-11-21', ['b']],
    ['a day in words', '21 Nov 2026', ['b']],
    ['a day with dots, and an amount', '20.11.2026 10.15', ['a']],
  ])('by %s', async (_what, text, expected) => {
    expect(await found({ text })).toEqual(expected)
  })

  it('by last four does not find order ids with that ending', async () => {
    expect(await found({ text: '0001' })).not.toContain('c-70001')
  })
})

describe('all payments of a card', () => {
  it('are found by its reference or by the hash in replies, never by its last four', async () => {
    await sell(journal, { name: 'first', cardReference: '700', reply: { 'card-hash-id': 'hash-7' } })
    await sell(journal, { name: 'typed', cardReference: null, operation: 'sale', reply: { 'card-hash-id': 'hash-7' } })
    await sell(journal, { name: 'again', cardReference: '701', reply: { 'card-hash-id': 'hash-7' } })
    await sell(journal, { name: 'other', cardReference: '900', reply: { 'card-hash-id': 'hash-9' } })
    const card = { cardReference: '700', cardHash: 'hash-7', payments: 3 }
    expect(await valueOf(journal.cardPayments({ entryId: null, cardReference: '700' as CardReference }))).toEqual(card)
    expect(await valueOf(journal.cardPayments({ entryId: entryId('typed'), cardReference: null })))
      .toEqual({ ...card, cardReference: null })
    expect(await listed({ cardReference: '700' as CardReference, cardHash: 'hash-7' })).toEqual(['again', 'typed', 'first'])
    expect(await listed({ cardReference: '700' as CardReference })).toEqual(['first'])
    expect(await valueOf(journal.cardPayments({ entryId: null, cardReference: '1' as CardReference }))).toMatchObject({ payments: 0 })
  })
})

const known = { merchantKey, sentBy: null, profileId, operation: 'recurrent-payment', withoutAmount: 0, netUnknown: 0, reportedOtherwise: 0 }
const byText = (one: object, other: object): number => {
  const [first, second] = [one, other].map((sum) => JSON.stringify(Object.entries(sum).sort()))
  return (first ?? '') < (second ?? '') ? -1 : 1
}

it('the charged one of enumerated amounts is found and sorted as it is shown', async () => {
  const tried = ['1000', '500'] as MinorUnits[]
  await valueOf(journal.recordIntent(charge('tried', { minorAmount: '1000' as MinorUnits, enumeratedMinorAmounts: tried })))
  expect(await found({ leastAmount: '10', mostAmount: '10' })).toEqual(['tried'])
  const reply = statusReply({ status: 'approved', amount: '5.00', currency: 'USD' })
  await valueOf(journal.recordOutcome(outcome('tried', { status: 'approved', reply })))
  await sell(journal, { name: 'other', amount: '800' })
  expect(await found({ leastAmount: '5', mostAmount: '5' })).toEqual(['tried'])
  expect(await found({ order: 'largest' })).toEqual(['other', 'tried'])
})

describe('an amount of a profile that reads two decimals in every currency', () => {
  const yen = (minorAmount: string) => ({ minorAmount: minorAmount as MinorUnits, currency: 'JPY' })
  const answered = (name: string) => journal.recordOutcome(outcome(name, { status: 'approved', orderId: orderId('77') }))
  beforeEach(async () => {
    await valueOf(journal.recordIntent(charge('two', { ...yen('123400'), fields: [{ name: 'amount', value: masked('1234.00') }] })))
    await valueOf(answered('two'))
    await valueOf(journal.recordIntent(charge('iso', { ...yen('5000'), fields: [{ name: 'amount', value: masked('5000') }] })))
    await valueOf(journal.recordOutcome(outcome('iso', { status: 'approved', orderId: orderId('78') })))
    await valueOf(journal.recordIntent(refund('whole', { minorAmount: null, currency: null, reviewed: yen('123400') })))
    await valueOf(answered('whole'))
  })

  it('is found and sorted as it is shown, also of a full refund and without content', async () => {
    const inList = async () => [
      await found({ leastAmount: '1234', mostAmount: '1234.00' }), await found({ order: 'largest' }), await found({ leastAmount: '5001' }),
    ]
    const asShown = [['whole', 'two'], ['iso', 'whole', 'two'], []]
    expect(await inList()).toEqual(asShown)
    expect(await found({ text: '1234.00' })).toEqual(['whole', 'two'])
    const { places } = await valueOf(journal.search(query({ order: 'largest' })))
    expect(places.map(({ rank }) => rank)).toEqual([50_000_000, 12_340_000, 12_340_000])
    const { removals } = await valueOf(journal.planRemoval({ before: at(60), at: at(61), after: 0, limit: 10 }))
    await valueOf(journal.removeContent({ removals: removals.map((removal) => ({ ...removal, signature: null })) }))
    expect(await inList()).toEqual(asShown)
  })
})

describe('totals', () => {
  it('add up what is shown by currency, operation and state; unknown amounts are counted', async () => {
    await sell(journal, { name: 'a', amount: '1015' })
    await sell(journal, { name: 'b', amount: '985' })
    await sell(journal, { name: 'no', amount: '500', state: 'declined' })
    await sell(journal, { name: 'eur', amount: '700', currency: 'EUR' })
    await act(journal, { name: 'back', of: 'a', amount: '400' })
    await act(journal, { name: 'lost', of: 'b', reviewed: null })
    await lookUp(journal, 'look', 'a')
    const { sums } = await valueOf(journal.totals({ totalsId: 't', filter: query({ view: 'payments' }) }))
    expect(sums.toSorted(byText)).toEqual([
      { ...known, currency: 'EUR', state: 'approved', entries: 1, minorAmount: '700', netMinorAmount: '700' },
      { ...known, currency: 'USD', state: 'approved', entries: 2, minorAmount: '2000', netMinorAmount: '2000' },
      { ...known, currency: 'USD', state: 'declined', entries: 1, minorAmount: '500', netMinorAmount: '0' },
      { ...known, currency: 'USD', operation: 'return', state: 'approved', entries: 1, minorAmount: '400', netMinorAmount: '-400' },
      {
        profileId, merchantKey, sentBy: null, currency: null, operation: 'return', state: 'approved', entries: 1, minorAmount: '0', withoutAmount: 1,
        netMinorAmount: '0', netUnknown: 1, reportedOtherwise: 0,
      },
    ].toSorted(byText))
  })

  it('end when they are cancelled, or when newer ones are requested', async () => {
    await sell(journal, { name: 'a' })
    const cancelled = journal.totals({ totalsId: 'one', filter: query() })
    await journal.cancelTotals({ totalsId: 'one' })
    expect(await cancelled).toEqual({ ok: false, failure: { code: 'cancelled' } })
    const older = journal.totals({ totalsId: 'two', filter: query() })
    const newer = journal.totals({ totalsId: 'three', filter: query() })
    expect(await older).toEqual({ ok: false, failure: { code: 'cancelled' } })
    expect(await newer).toMatchObject({ ok: true })
  })

  it('have amounts beyond the range of a number', async () => {
    for (const name of ['a', 'b', 'c']) await sell(journal, { name, amount: '999999999999999' })
    const { sums } = await valueOf(journal.totals({ totalsId: 't', filter: query({ text: 'recurrent' }) }))
    expect(sums).toMatchObject([{ minorAmount: '2999999999999997', netMinorAmount: '2999999999999997' }])
  })
})

describe('the choices of a filter', () => {
  it('are the values of entries, the most frequent first', async () => {
    const merchantKey = 'https://gate.example gw acme' as MerchantKey
    await sell(journal, { name: 'a', who: 'pia', currency: 'EUR' })
    await sell(journal, { name: 'b', who: 'mara', errorCode: '116', state: 'declined' })
    await sell(journal, { name: 'c', who: 'mara', merchantKey, profileId: 'other' as ProfileId })
    const { who, currencies, errorCodes, merchants } = await valueOf(journal.choices())
    expect(who).toEqual([{ value: 'mara', entries: 2 }, { value: 'pia', entries: 1 }])
    expect(currencies).toEqual([{ value: 'USD', entries: 2 }, { value: 'EUR', entries: 1 }])
    expect(errorCodes).toEqual([{ value: '116', entries: 1 }])
    expect(merchants.map(({ value }) => value)).toContain(merchantKey)
  })
})

describe('SQL in a filter', () => {
  it('is a value that no entry has', async () => {
    await sell(journal, { name: 'a' })
    const hostile = `x' OR 1=1 --`
    for (const name of ['who', 'currency', 'errorCode', 'lastFour', 'cardHash']) {
      expect(await listed({ [name]: hostile })).toEqual([])
    }
    expect(connection.first('SELECT count(*) AS entries FROM entry')).toEqual({ entries: 1 })
  })
})
