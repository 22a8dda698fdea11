import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MerchantKey } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { typedDays } from '#shared/typed-days.ts'
import {
  readSearch, withoutParts, withQuotedParts, type ConditionKind, type SearchPart, type SearchWords,
} from '#shared/typed-search.ts'

// A Wednesday.
const today = { year: 2026, month: 11, day: 25 }
const acme = 'https://gate.example gw acme' as MerchantKey
const words: SearchWords = {
  states: new Map<string, readonly EntryState[]>([
    ['declined', ['declined']], ['unknown', ['unknown']], ['not sent', ['not-sent']], ['open', ['unknown', 'processing']],
  ]),
  operations: new Map<string, readonly OperationId[]>([['refund', ['return']], ['sale', ['sale']]]),
  merchants: new Map([['acme shop', acme], ['sale of boots', acme]]),
}

/** Each part as its words, with the kind of condition if it is one. */
function read(text: string, isOpen?: (kind: ConditionKind) => boolean): string[] {
  return readSearch(text, words, today, isOpen).map(({ start, end, condition }) => {
    const typed = text.slice(start, end)
    return condition === null ? typed : `${typed} = ${condition.kind} ${'values' in condition ? condition.values.join('|') : condition.value}`
  })
}

describe('a typed search', () => {
  it.each<[typed: string, parts: string[]]>([
    ['1111 10 EUR', ['1111', '10 = amount 10', 'EUR = currency EUR']],
    ['10 EUR', ['10 = amount 10', 'EUR = currency EUR']],
    ['eur 1.250,00', ['eur = currency EUR', '1.250,00 = amount 1250.00']],
    ['boots 1 250,00 EUR', ['boots', '1 250,00 = amount 1250.00', 'EUR = currency EUR']],
    ['1\u00a0012\u00a0250,00', ['1\u00a0012\u00a0250,00 = amount 1012250.00']], ['1’250.00 CHF', ['1’250.00 = amount 1250.00', 'CHF = currency CHF']],
    ['0001 1 250 EUR', ['0001', '1 250 = amount 1250', 'EUR = currency EUR']],
    ['EUR 1 250', ['EUR = currency EUR', '1 250 = amount 1250']],
    ['eur 1 250', ['eur = currency EUR', '1 250 = amount 1250']], ['for 1 250 new', ['for', '1 250', 'new']],
    ['1.250 EUR', ['1.250 = amount 1250', 'EUR = currency EUR']], ['1.250 KWD', ['1.250 = amount 1.250', 'KWD = currency KWD']],
    ['0001 10.15', ['0001', '10.15 = amount 10.15']],
    ['yesterday', ['yesterday = date yesterday']],
    ['refund', ['refund = type return']],
    ['Declined', ['Declined = state declined']],
    ['refund last week', ['refund = type return', 'last week = date 2026-11-16..2026-11-22']],
    ['unknown', ['unknown = state unknown']],
    ['May', ['May = date 2026-05-01..2026-05-31']],
    ['Acme Shop declined, refund', ['Acme Shop = merchant ' + acme, 'declined, = state declined', 'refund = type return']],
    ['sale refund', ['sale = type sale', 'refund = type return']],
    ['sale of boots', ['sale of boots = merchant ' + acme]],
    ['21 Nov 2026 boots', ['21 Nov 2026 = date 2026-11-21..2026-11-21', 'boots']],
  ])('“%s”', (typed, parts) => {
    expect(read(typed)).toEqual(parts)
  })

  it.each([
    ['a number alone may be an id', '10'], ['two readings of one number', '1,250 boots'], ['lower case without an amount', 'try all'],
    ['an id', 'inv-2026-11-21'], ['a whole number beside nothing', '6768788 boots'], ['a short month alone', 'Jan'], ['an address', '203.0.113.7'],
  ])('is text: %s', (_what, typed) => {
    expect(read(typed)).toEqual(typed.split(' '))
  })

  it('uses only the first day, amount, currency or merchant as a condition; the others stay text', () => {
    expect(read('yesterday today 10 EUR 20 USD')).toEqual([
      'yesterday = date yesterday', 'today', '10 = amount 10', 'EUR = currency EUR', '20', 'USD',
    ])
  })

  it('keeps a word as text if its kind is already set as a filter', () => {
    expect(read('refund declined', (kind) => kind !== 'state')).toEqual(['refund = type return', 'declined'])
  })

  it('keeps quoted words as text, even while the second quote is missing', () => {
    expect(read('"May" refund "last week')).toEqual(['"May"', 'refund = type return', '"last week'])
  })

  it('turns a removed condition into text, and deletes a dropped one', () => {
    const typed = 'refund last week Ada'
    const parts = readSearch(typed, words, today)
    const ofDay = parts.filter(({ condition }) => condition?.kind === 'date')
    expect(withQuotedParts(typed, ofDay)).toBe('refund "last week" Ada')
    expect(read(withQuotedParts(typed, ofDay))).toEqual(['refund = type return', '"last week"', 'Ada'])
    expect(withoutParts(typed, ofDay)).toBe('refund Ada')
  })
})

describe('whatever is typed', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'refund', 'sale', 'declined', 'last', 'week', 'May', '2026', 'EUR', 'eur', '10', '10.15', '1.250,00', 'Acme', 'Shop', 'not', 'sent',
      '"', '"May"', '21', 'Nov',
    ),
    fc.string({ maxLength: 6 }),
  )
  const typed = fc.array(word, { maxLength: 30 }).map((some) => some.join(' '))

  it('no word is lost: the parts are the text, in its order, with nothing but spaces between them', () => {
    fc.assert(fc.property(typed, (text) => {
      const parts = readSearch(text, words, today)
      const between = [...parts, null].map((part, at) => text.slice(parts[at - 1]?.end ?? 0, part?.start))
      expect(between.join('').trim()).toBe('')
      expect(parts.every(({ start, end }) => start < end)).toBe(true)
    }))
  })

  it('quoted words are always text; quoting condition after condition leaves none, and changes no word', () => {
    const conditions = (parts: readonly SearchPart[]) => parts.filter(({ condition }) => condition !== null)
    fc.assert(fc.property(typed, (text) => {
      const found = conditions(readSearch(text, words, today))
      expect(found.some(({ start, end }) => text.slice(start, end).includes('"'))).toBe(false)
      let quoted = text
      const left = () => conditions(readSearch(quoted, words, today))
      for (let rounds = 0; rounds < 30; rounds += 1) quoted = withQuotedParts(quoted, left())
      expect(left()).toEqual([])
      expect(quoted.replaceAll('"', '')).toBe(text.replaceAll('"', ''))
      expect(conditions(readSearch(`"${text.replaceAll('"', '')}"`, words, today))).toEqual([])
    }))
  })
})

describe('days by name', () => {
  it.each([
    ['this week', '2026-11-23..2026-11-29'], ['last week', '2026-11-16..2026-11-22'], ['last quarter', '2026-07-01..2026-09-30'],
    ['this year', '2026-01-01..2026-12-31'], ['last year', '2025-01-01..2025-12-31'], ['december', '2025-12-01..2025-12-31'],
    ['feb 2024', '2024-02-01..2024-02-29'], ['2026-02', '2026-02-01..2026-02-28'], ['wednesday', '2026-11-25..2026-11-25'],
    ['thursday', '2026-11-19..2026-11-19'], ['last month', 'last-month'], ['this quarter', 'this-quarter'],
  ])('“%s”', (phrase, days) => {
    expect(typedDays(phrase, today)).toBe(days)
  })

  it.each(['mar', 'may 12', '2026-13', 'someday', ''])('“%s” names none', (phrase) => {
    expect(typedDays(phrase, today)).toBeNull()
  })

  it('include the week before a Sunday, and across a new year', () => {
    expect(typedDays('last week', { year: 2026, month: 11, day: 29 })).toBe('2026-11-16..2026-11-22')
    expect(typedDays('last week', { year: 2026, month: 1, day: 2 })).toBe('2025-12-22..2025-12-28')
    expect(typedDays('last quarter', { year: 2026, month: 2, day: 1 })).toBe('2025-10-01..2025-12-31')
  })
})
