/** Cards on file: their reported data, their search, and the data that stays when content is removed. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { CardReference, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { CardOnFile } from '#shared/model/payments/card.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { actionsSql } from '../../../electron/journal/list/cards.ts'
import { ledgerByIdSql } from '../../../electron/journal/list/ledger.ts'
import { reportedSql } from '../../../electron/journal/read/bulk.ts'
import { act, moment, named, sell, statusReply } from './list-entries.ts'
import { charge, merchantKey, masked, observation, orderId, outcome, statusRead } from './samples.ts'
import { openHere, repaired, valueOf } from './with-journal.ts'

let journal: JournalPort
beforeEach(() => { ({ journal } = openHere()) })

const owner = { merchantKey, environment: 'sandbox' } as const
const reference = (text: string): CardReference => text as CardReference

interface Lookup {
  readonly name: string
  readonly card: string
  readonly at: string
  readonly lastFour?: string
  readonly holder?: string
}

async function lookUpCard({ name, card, at, lastFour = '0001', holder = 'R. HALLIDAY' }: Lookup): Promise<void> {
  await valueOf(journal.recordRead({
    intent: statusRead(name, {
      operation: 'get-card-info', cardReference: reference(card), at: moment(at), merchantOrderId: null,
    }),
    outcome: outcome(name, {
      kind: 'answered', lastFour, reply: statusReply({
        'type': 'get-card-info-response', 'card-printed-name': holder, 'expire-month': '12', 'expire-year': '2030',
        'bin': '400000', 'last-four-digits': lastFour,
      }),
    }),
  }))
}

async function found(text = '', limit = 20): Promise<string[]> {
  return (await valueOf(journal.findCards({ ...owner, text, limit }))).map(({ cardReference }) => cardReference)
}

async function card(text: string): Promise<CardOnFile | undefined> {
  return (await valueOf(journal.cards({ ...owner, cardReferences: [reference(text)] })))[0]
}

describe('a card on file', () => {
  it('has holder and expiry of its newest answered lookup, brand, last payment and number of payments', async () => {
    await lookUpCard({ name: 'early', card: '55', at: '2026-11-20T09:00:00.000Z', holder: 'OLD NAME' })
    await sell(journal, { name: 'one', cardReference: '55', at: '2026-11-20T10:00:00.000Z' })
    await lookUpCard({ name: 'late', card: '55', at: '2026-11-21T09:00:00.000Z' })
    await valueOf(journal.recordRead({
      intent: statusRead('refused', {
        operation: 'get-card-info', cardReference: reference('55'), at: moment('2026-11-22T09:00:00.000Z'), merchantOrderId: null,
      }),
      outcome: outcome('refused', { kind: 'refused' }),
    }))
    await sell(journal, { name: 'two', cardReference: '55', at: '2026-11-21T10:00:00.000Z', state: 'declined', reply: { 'card-type': 'VISA' } })
    expect(await card('55')).toMatchObject({
      cardReference: '55', lastFour: '0001', bin: '400000', brand: 'VISA', holder: 'R. HALLIDAY',
      expiry: { month: '12', year: '2030' }, lookedUpAt: '2026-11-21T09:00:00.000Z', payments: 2,
      lastPayment: { entryId: 'entry-two', state: 'declined' },
    })
  })

  it('has no expiry if it was never looked up: a payment reports none', async () => {
    await sell(journal, { name: 'one', cardReference: '55', reply: { 'card-type': 'VISA', 'expire-month': '12', 'expire-year': '2030' } })
    expect(await card('55')).toMatchObject({ lastFour: '0001', brand: 'VISA', expiry: null, lookedUpAt: null })
  })

  it('has the data of a status immediately, even if the status changes nothing else', async () => {
    const processing = { 'status': 'processing', 'last-four-digits': '4242', 'card-type': 'VISA' }
    await valueOf(journal.recordIntent(charge('one', { cardReference: reference('55') })))
    await valueOf(journal.recordOutcome(outcome('one', { status: 'processing', orderId: orderId('5'), lastFour: '4242' })))
    for (const [second, stage, reply] of [
      [2, 'sale_3d_validating', processing], [3, 'sale_processing', { ...processing, bin: '411111' }],
    ] as const) {
      await valueOf(journal.recordObservation(observation('one', {
        at: moment(`2026-11-20T10:00:0${second}.000Z`), status: 'processing', stage, orderId: orderId('5'), lastFour: '4242',
        reply: statusReply(reply),
      })))
    }
    expect(await card('55')).toMatchObject({ bin: '411111', brand: 'VISA' })
    expect(await repaired(journal)).toBeNull()
  })

  it('exists from its registration on', async () => {
    await valueOf(journal.recordRead({
      intent: statusRead('registered', { operation: 'create-card-ref-v4', orderId: orderId('o-1') }),
      outcome: outcome('registered', {
        kind: 'answered', reply: statusReply({
          'type': 'create-card-ref-response', 'status': 'approved', 'card-ref-id': '77', 'dst-card-ref-id': '88',
        }),
      }),
    }))
    expect(await found()).toEqual(['77'])
    expect(await card('77')).toMatchObject({ payments: 0, lastPayment: null, lastFour: null })
  })

  it('is not created by a refused lookup or charge: the reference may be mistyped', async () => {
    await valueOf(journal.recordRead({
      intent: statusRead('refused', { operation: 'get-card-info', cardReference: reference('4711'), merchantOrderId: null }),
      outcome: outcome('refused', { kind: 'refused' }),
    }))
    await valueOf(journal.recordIntent(charge('charge', { cardReference: reference('4712') })))
    await valueOf(journal.recordOutcome(outcome('charge', { kind: 'refused' })))
    expect(await found()).toEqual([])
    expect(await repaired(journal)).toBeNull()
  })

  it('belongs to one merchant and environment', async () => {
    await sell(journal, { name: 'here', cardReference: '55' })
    await sell(journal, { name: 'staging', cardReference: '56', environment: 'staging' })
    await sell(journal, { name: 'other', cardReference: '57', merchantKey: 'https://other.example gw shop' as MerchantKey })
    expect(await found()).toEqual(['55'])
    expect(await card('56')).toBeUndefined()
  })

  it('keeps its payments when content is removed, and loses last four, holder and expiry', async () => {
    await lookUpCard({ name: 'look', card: '55', at: '2026-11-20T09:00:00.000Z' })
    await sell(journal, { name: 'one', cardReference: '55', at: '2026-11-20T10:00:00.000Z' })
    const at = '2026-11-24T10:00:00.000Z' as UtcTime
    const plan = await valueOf(journal.planRemoval({ before: at, at, after: 0, limit: 100 }))
    const removals = plan.removals.map((removal) => ({ ...removal, signature: null }))
    await valueOf(journal.removeContent({ removals }))
    expect(await card('55')).toMatchObject({
      lastFour: null, bin: null, brand: null, holder: null, expiry: null, lookedUpAt: null, payments: 1,
      lastPayment: { entryId: 'entry-one' },
    })
    expect(await found('0001')).toEqual([])
    expect(await found('halliday')).toEqual([])
    expect(await found('55')).toEqual(['55'])
    expect(await repaired(journal)).toBeNull()
  })
})

describe('the search for a card', () => {
  beforeEach(async () => {
    await lookUpCard({ name: 'a', card: '1000001', at: '2026-11-20T09:00:00.000Z' })
    await lookUpCard({ name: 'b', card: '1000077', at: '2026-11-21T09:00:00.000Z', lastFour: '0077', holder: 'Mara Lindén' })
    await lookUpCard({ name: 'c', card: '2000008', at: '2026-11-22T09:00:00.000Z', lastFour: '8100', holder: 'K. OSEI' })
  })

  it('uses last four, reference and holder, in any case and without accents', async () => {
    expect(await found('8100')).toEqual(['2000008'])
    expect(await found('100007')).toEqual(['1000077'])
    expect(await found('linden')).toEqual(['1000077'])
    expect(await found('•••• 0001')).toEqual(['1000001'])
    expect(await found('mara 0077')).toEqual(['1000077'])
    expect(await found('mara 0001')).toEqual([])
  })

  it('uses the brand too, as the list shows it', async () => {
    await lookUpCard({ name: 'brand', card: '4000055', at: '2026-11-24T09:00:00.000Z' })
    await sell(journal, { name: 'brand-paid', cardReference: '4000055', at: '2026-11-24T10:00:00.000Z', reply: { 'card-type': 'VISA' } })
    await lookUpCard({ name: 'no-brand', card: '4000056', at: '2026-11-24T11:00:00.000Z' })
    for (const text of ['VISA', 'visa 0001', 'VISA •••• 0001', 'visa halliday']) expect([text, await found(text)]).toEqual([text, ['4000055']])
    expect(await found('mastercard 0001')).toEqual([])
  })

  it('finds a holder whose name is typed in the letters of its language', async () => {
    await lookUpCard({ name: 'd', card: '3000001', at: '2026-11-23T09:00:00.000Z', holder: 'LUKASZ WALESA' })
    expect(await found('Wałęsa')).toEqual(['3000001'])
  })

  it('lists the last used first, and no more than requested', async () => {
    expect(await found('00')).toEqual(['2000008', '1000077', '1000001'])
    await sell(journal, { name: 'paid', cardReference: '1000001', at: '2026-11-23T09:00:00.000Z' })
    expect(await found()).toEqual(['1000001', '2000008', '1000077'])
    expect(await found('', 2)).toEqual(['1000001', '2000008'])
  })

  it('treats a text literally, not as a pattern', async () => {
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
  })
})

it('the payments by a card are newest first, and refunds are found by their orders', async () => {
  await sell(journal, { name: 'one', cardReference: '55', at: '2026-11-20T10:00:00.000Z' })
  await sell(journal, { name: 'two', cardReference: '55', at: '2026-11-21T10:00:00.000Z' })
  await sell(journal, { name: 'other', cardReference: '56', at: '2026-11-21T11:00:00.000Z' })
  await act(journal, { name: 'back', of: 'one', amount: '400', at: '2026-11-22T10:00:00.000Z' })
  await act(journal, { name: 'foreign', of: 'other', amount: '100', at: '2026-11-22T11:00:00.000Z' })
  const query = { ...owner, cardReference: reference('55'), limit: 10 }
  expect(named(await valueOf(journal.paymentsByCard(query)))).toEqual(['two', 'one'])
  expect(named(await valueOf(journal.paymentsByCard({ ...query, limit: 1 })))).toEqual(['two'])
  const orderIds = [orderId('o-one'), orderId('o-two')]
  expect(named(await valueOf(journal.actionsOnOrders({ merchantKey, orderIds })))).toEqual(['back'])
})

it('cards of merchants that a person declares to be one are on file for both', async () => {
  const other = 'https://new.example gw shop' as MerchantKey
  await sell(journal, { name: 'here', cardReference: '55', at: '2026-11-20T10:00:00.000Z' })
  await sell(journal, { name: 'there', cardReference: '55', merchantKey: other, at: '2026-11-21T10:00:00.000Z' })
  await sell(journal, { name: 'only', cardReference: '56', merchantKey: other, at: '2026-11-22T10:00:00.000Z' })
  await valueOf(journal.recordAudit({
    at: moment('2026-11-23T10:00:00.000Z'), osUser: 'mara', name: masked(''), action: 'merchant-moved', subject: masked('Shop'),
    detail: masked('moved'), sameMerchants: [merchantKey, other],
  }))
  for (const key of [merchantKey, other]) {
    const both = await valueOf(journal.findCards({ ...owner, merchantKey: key, text: '', limit: 9 }))
    expect(both.map(({ cardReference }) => cardReference)).toEqual(['56', '55'])
  }
  expect(await card('55')).toMatchObject({ payments: 2 })
  expect(await repaired(journal)).toBeNull()
})

it('the reported data of many cards is found card by card', async () => {
  await lookUpCard({ name: 'one', card: '55', at: '2026-11-20T10:00:00.000Z' })
  const query = { ...owner, cardReferences: [reference('55'), reference('99')] }
  expect(await valueOf(journal.cardsReported(query))).toMatchObject([{ cardReference: '55', lastFour: '0001' }])
})

it.each([
  ['the reports of cards', reportedSql, [/^SEARCH reference .*\(dimension=\? AND value=\?\)/, /^SEARCH card .*\(card_reference=\? AND merchant=\? AND environment=\?\)/]],
  ['the refunds of orders', actionsSql, [/^SEARCH identifier .*\(kind=\? AND value=\?\)/]],
  ['the entries with ids of a statement', ledgerByIdSql, [/^SEARCH identifier .*\(kind=\? AND value=\?\)/, /^SEARCH list_entry USING INTEGER PRIMARY KEY/]],
])('%s are found by their keys, however long the history is', (_what, sql, steps) => {
  const plan = openHere().connection.all(`EXPLAIN QUERY PLAN ${sql}`, '[]', ...Array<string>(sql === actionsSql ? 1 : 2).fill('x'))
  const searched = plan.map(({ detail }) => String(detail)).filter((step) => /^(?:SCAN|SEARCH) (?:requested|identifier|reference|card|list_entry)/.test(step))
  expect(searched).toEqual([expect.stringMatching(/^SCAN requested/), ...steps.map((step) => expect.stringMatching(step))])
})
