import { beforeEach, describe, expect, it } from 'vitest'
import type { CardReference, MinorUnits, ProfileId } from '#shared/brands.ts'
import type { HistoryPage, HistoryQuery } from '#shared/model/history/history-list.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import {
  charge, entryId, masked, merchantOrderId, notSent, observation, orderId, outcome, profileId, query,
  serialNumber, shop,
  statusRead,
} from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

let journal: JournalPort
const found = async (changes: Partial<HistoryQuery>) =>
  (await valueOf(journal.search(query(changes)))).rows.map((row) => row.entryId.replace('entry-', ''))

beforeEach(async () => {
  journal = openHere().journal
  await valueOf(journal.recordIntent(charge('boots', {
    merchantOrderId: merchantOrderId('Inv-2026/АБ-0042'), cardReference: '1000000777' as CardReference,
    fields: [
      { name: 'order_desc', value: masked('Winter boots, größe 42') }, { name: 'comment', value: masked('call Zoë first') },
      { name: 'server_callback_url', value: masked('https://shop.example/callback') },
    ],
  })))
  await valueOf(journal.recordOutcome(outcome('boots', {
    status: 'declined', errorCode: '116', errorText: masked('No funds on card'), lastFour: '4242',
    serialNumber: serialNumber('00000000-0000-0000-0000-000002d9b22a'), orderId: orderId('18446744073709551616'),
  })))
  await valueOf(journal.recordIntent(charge('hat', {
    profileName: 'Second shop', profileId: 'profile-two' as ProfileId, minorAmount: '800' as MinorUnits, reason: masked('agreed by phone'),
    fields: [{ name: 'order_desc', value: masked('a hat') }],
  })))
})

describe('an entry is found by', () => {
  it.each([
    ['its merchant order id', 'Inv-2026/АБ-0042'],
    ['the same in another case and without separators', 'inv2026аб0042'],
    ['the beginning of its merchant order id', 'inv-20'],
    ['its order id, beyond 64 bits', '18446744073709551616'],
    ['the last digits of its order id', '51616'],
    ['its whole serial number', '00000000-0000-0000-0000-000002d9b22a'],
    ['the tail of its serial number', '2d9b22a'],
    ['the tail of its serial number, with zeros and in capitals', '0002D9B22A'],
    ['its card reference', '1000000777'],
    ['the last four digits of the card', '4242'],
    ['its amount', '10.15'],
    ['its state', 'declined'],
    ['words that quotes keep from being conditions', '"4242" "declined"'],
    ['words of its operation', 'recurrent boots'],
    ['its error text', 'no funds'],
    ['its error code', '116'],
    ['the beginning of the last word', 'winter boo'],
    ['a word without its accents', 'zoe grosse'.replace('grosse', 'große')],
    ['a comment and an id together', 'call 2d9b22a'],
    ['who did it', 'mara boots'],
  ])('%s', async (_what, text) => {
    expect(await found({ text })).toEqual(['boots'])
  })

  it('its reason, its amount and the name of its profile', async () => {
    for (const text of ['agreed', '8.00', 'second']) expect(await found({ text })).toEqual(['hat'])
  })

  it('a name in its own letters and in those of a card, whichever was recorded', async () => {
    await valueOf(journal.recordIntent(charge('card', { fields: [] })))
    await valueOf(journal.recordOutcome(outcome('card', { reply: masked('status=approved\n&cardholder-name=JORGEN+WALESA+YILDIZ\n') })))
    await valueOf(journal.recordIntent(charge('text', { fields: [{ name: 'order_desc', value: masked('Jørgen Wałęsa Yıldız') }] })))
    for (const text of ['Jørgen', 'jorgen', 'Wałęsa', 'WALESA', 'Yıldız wał', 'yildiz jør']) expect(await found({ text })).toEqual(['text', 'card'])
  })

  it('its amount as customers of many countries write it', async () => {
    await valueOf(journal.recordIntent(charge('sofa', { minorAmount: '125000' as MinorUnits, fields: [] })))
    for (const text of ['1 250,00 USD', '1\u202f250,00', '1.250,00', '1,250.00', "1'250.00"]) expect(await found({ text })).toEqual(['sofa'])
  })

  it('its current state, not an earlier one', async () => {
    expect(await found({ text: 'sending' })).toEqual(['hat'])
    await valueOf(journal.recordOutcome(notSent('hat')))
    expect(await found({ text: 'sending' })).toEqual([])
    expect(await found({ text: 'not-sent' })).toEqual(['hat'])
  })
})

describe('an entry is not found by', () => {
  it.each(['boo winter', 'declined hat', '10.16', 'callback', '2d9b22b', '22a', '2255', 'boots -winter -hat'])('%s', async (text) => {
    expect(await found({ text })).toEqual([])
  })
})

describe('hostile text', () => {
  it('is searched for and never an error', async () => {
    for (const text of [
      '"', '""', '"""', '*', '**', "'", "';--", '(', ')', '{words}', ':', '^', '-', '+', '\\', '%', '_', '\0', 'a\0b', '😀',
      '   ', 'NEAR', 'NEAR(', 'AND', 'OR', 'NOT', 'AND OR NOT', 'a AND', 'words : a', 'boots" *', '٤٢', 'e\u0301', '\ud800',
      '\u202eboots', '½', 'ﬁ', 'x'.repeat(10_240), 'a '.repeat(5_120), '"'.repeat(10_240), '😀'.repeat(2_560),
    ]) {
      expect(await journal.search(query({ text })), text.slice(0, 40)).toMatchObject({ ok: true })
    }
  })

  it.each([
    'boots OR hat', 'boots" OR "hat', 'boots NOT hat', 'NEAR(winter boots, 2)', 'words : boots', '{words} : boots', 'bo*ts',
    '*', '"', '😀', '--', 'b_ots', 'b%',
  ])('%s is not an operator', async (text) => {
    expect(await found({ text })).toEqual([])
  })

  it('is found literally', async () => {
    await valueOf(journal.recordIntent(charge('odd', { fields: [{ name: 'comment', value: masked('say "NEAR" 107% * \\ 😀 ok') }] })))
    for (const text of ['"NEAR"', '107%', 'near ok', '😀 ok']) expect(await found({ text })).toEqual(['odd'])
    await valueOf(journal.recordIntent(charge('quoted', { fields: [{ name: 'comment', value: masked('size 12"wide ab"cd') }] })))
    for (const text of ['ab"cd', '"ab"cd"', '12"wide', '12"wi', 'AB"CD size']) expect(await found({ text })).toEqual(['quoted'])
  })
})

describe('filters', () => {
  it('narrow the result by state, operation and profile, alone, together and with text', async () => {
    await valueOf(journal.recordRead({ intent: statusRead('look'), outcome: outcome('look', { kind: 'answered' }) }))
    expect(await found({})).toEqual(['look', 'hat', 'boots'])
    expect(await found({ states: ['sending', 'declined'] })).toEqual(['hat', 'boots'])
    expect(await found({ states: ['answered'], operations: ['recurrent-payment'] })).toEqual([])
    expect(await found({ operations: ['status', 'recurrent-payment'], profileId })).toEqual(['look', 'boots'])
    expect(await found({ profileId: 'profile-two' as ProfileId })).toEqual(['hat'])
    expect(await found({ text: 'recurrent', states: ['sending'] })).toEqual(['hat'])
    expect(await found({ text: 'recurrent', profileId })).toEqual(['boots'])
    expect(await found({ states: ['unknown'] })).toEqual([])
  })
})

describe('pages', () => {
  it.each<Partial<HistoryQuery>>([
    {}, { text: 'boots' }, { states: ['processing', 'sending'], operations: ['recurrent-payment', 'sale'] },
    { text: 'boots', states: ['processing', 'sending'] },
  ])(
    'are complete and repeat nothing while entries are added and change state: %j', async (changes) => {
      const add = async (name: string) => {
        await valueOf(journal.recordIntent(charge(name, Number(name) % 3 === 0 ? { operation: 'sale' } : {})))
        if (Number(name) % 2 === 0) await valueOf(journal.recordOutcome(outcome(name)))
      }
      for (let number = 100; number < 160; number++) await add(String(number))
      const expected = await found({ ...changes, limit: 500 })
      const seen: string[] = []
      let before: string | null = null
      let later = 200
      do {
        const page: HistoryPage = await valueOf(journal.search(query({ ...changes, before, limit: 7 })))
        seen.push(...page.rows.map((row) => row.entryId.replace('entry-', '')))
        expect(page.rows.length).toBeLessThanOrEqual(7)
        before = page.next
        await add(String(later++))
      } while (before !== null)
      expect(seen).toEqual(expected)
      expect(seen.length).toBeGreaterThanOrEqual(60)
    },
  )

  it('end with a null key exactly at the last entry', async () => {
    const first = await valueOf(journal.search(query({ limit: 1 })))
    expect(first.next).not.toBeNull()
    expect((await valueOf(journal.search(query({ limit: 1, before: first.next })))).next).toBeNull()
    expect((await valueOf(journal.search(query({ limit: 2 })))).next).toBeNull()
  })
})

describe('a known order', () => {
  const known = { profileId, entryPoint: charge('boots').entryPoint, merchantOrderId: merchantOrderId('Inv-2026/АБ-0042') }

  it('is found by each of its ids and by all of them, within its profile', async () => {
    const ids = { orderId: orderId('18446744073709551616'), serialNumber: serialNumber('00000000-0000-0000-0000-000002d9b22a') }
    for (const request of [
      { orderId: ids.orderId }, { serialNumber: ids.serialNumber }, ids,
      { ...ids, merchantOrderId: known.merchantOrderId },
    ]) {
      expect(await valueOf(journal.findOrder({ ...shop, ...request }))).toEqual({ ...known, orderId: ids.orderId })
    }
    expect(await valueOf(journal.findOrder({ ...shop, ...ids, orderId: orderId('1') }))).toBeNull()
    expect(await valueOf(journal.findOrder({ profileId: 'profile-two' as ProfileId, merchantKey: null, ...ids }))).toBeNull()
    expect(await valueOf(journal.findOrder({ ...shop }))).toBeNull()
  })

  it('is found by a serial number from an observation', async () => {
    await valueOf(journal.recordObservation(observation('boots', { status: 'approved', serialNumber: serialNumber('sn-later') })))
    expect(await valueOf(journal.findOrder({ ...shop, serialNumber: serialNumber('sn-later') }))).toMatchObject(known)
  })

  it('is not found by ids that a person mistyped and the gateway refused', async () => {
    const wrongIds = { orderId: orderId('wrong'), askedSerialNumber: serialNumber('wrong-sn') }
    await valueOf(journal.recordRead({ intent: statusRead('typo', wrongIds), outcome: outcome('typo', { kind: 'refused' }) }))
    expect(await valueOf(journal.findOrder({ ...shop, orderId: wrongIds.orderId }))).toBeNull()
    expect(await valueOf(journal.findOrder({ ...shop, serialNumber: wrongIds.askedSerialNumber }))).toBeNull()
    await valueOf(journal.recordRead({ intent: statusRead('right', wrongIds), outcome: outcome('right', { kind: 'answered' }) }))
    expect((await valueOf(journal.findOrder({ ...shop, orderId: wrongIds.orderId })))?.merchantOrderId).toBe('order-right')
  })
})

describe('an opened entry', () => {
  it('has everything that was stored', async () => {
    const intent = charge('hat', {
      profileName: 'Second shop', profileId: 'profile-two' as ProfileId, minorAmount: '800' as MinorUnits, reason: masked('agreed by phone'),
      fields: [{ name: 'order_desc', value: masked('a hat') }],
    })
    const detail = await valueOf(journal.entry({ entryId: entryId('hat') }))
    const { url, fields, signedText } = intent
    expect(detail).toMatchObject({ url, fields, signedText, askedSerialNumber: null })
    expect(detail?.row).toEqual({
      entryId: intent.entryId, at: intent.at, who: 'mara', profileId: intent.profileId, profileName: 'Second shop',
      merchantKey: intent.merchantKey, collision: null,
      environment: 'sandbox', operation: 'recurrent-payment', effect: 'moves-money', entryPoint: intent.entryPoint,
      state: 'sending', merchantOrderId: 'order-hat', orderId: null, serialNumber: null, cardReference: '1000000001',
      lastFour: null, minorAmount: '800', enumeratedMinorAmounts: [], currency: 'USD', errorCode: null, errorText: null,
      reviewed: { minorAmount: '800', currency: 'USD' }, netMinorAmount: null, cardBrand: null, cardholder: null,
      bankReference: null, approvalCode: null, finalAt: null, reason: 'agreed by phone', comment: null,
      paymentEntryId: intent.entryId,
    })
    expect(detail?.events).toEqual([{ kind: 'intent', at: intent.at, who: 'mara', reason: 'agreed by phone' }])
    expect(await valueOf(journal.entry({ entryId: entryId('none') }))).toBeNull()
  })
})
