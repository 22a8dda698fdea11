// The texts for customers in every language: complete, neutral, and built only from amount and day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MinorUnits, UtcTime } from '../../../shared/brands.ts'
import type { CustomerSubject } from '../../../shared/customer-texts/catalogue.ts'
import { customerText, type CustomerFacts } from '../../../shared/customer-texts/customer-text.ts'
import { customerLanguages, type CustomerLanguage } from '../../../shared/customer-texts/language.ts'
import { entryStates } from '../../../shared/model/history/history.ts'

const subjects: readonly CustomerSubject[] = ['charge', 'hold', 'capture', 'refund', 'release', 'void', 'transfer', 'payout']
const states = entryStates.filter((state) => state !== 'answered' && state !== 'failed')
const meanings = [null, 'card-expired', 'no-funds', 'not-permitted'] as const

const facts = (changes: Partial<CustomerFacts> = {}): CustomerFacts => ({
  subject: 'charge', status: 'approved', waitsForCardholder: false, meaning: null, minorAmount: '123456' as MinorUnits,
  currency: 'USD', reading: 'iso-4217', paidAt: '2026-11-23T23:30:00.000Z' as UtcTime, timeZone: 'Europe/Berlin', ...changes,
})
const shown = (language: CustomerLanguage, changes: Partial<CustomerFacts> = {}): string =>
  customerText(facts(changes), language).replace(/[\u00A0\u202F]/g, ' ')
const all = (language: CustomerLanguage): string[] => [
  ...subjects.flatMap((subject) => states.map((status) => shown(language, { subject, status }))),
  ...subjects.flatMap((subject) => meanings.map((meaning) => shown(language, { subject, status: 'declined', meaning }))),
  ...subjects.map((subject) => shown(language, { subject, status: 'processing', waitsForCardholder: true })),
]

it('amount and day are written as in the language; the day is that of the profile’s time zone', () => {
  expect(customerLanguages.map((language) => shown(language))).toEqual([
    'Your payment of 1,234.56 USD on 24 November 2026 was successful. Thank you.',
    'Ihre Zahlung über 1.234,56 USD vom 24. November 2026 war erfolgreich. Vielen Dank.',
    'Su pago de 1234,56 USD del 24 de noviembre de 2026 se ha realizado correctamente. Gracias.',
    'Ваш платёж на сумму 1 234,56 USD от 24 ноября 2026 г. успешно выполнен. Спасибо.',
  ])
  expect(shown('en', { currency: 'KWD', timeZone: 'UTC' })).toContain('of 123.456 KWD on 23 November 2026')
  expect(shown('en', { currency: 'JPY' })).toContain('of 123,456 JPY')
  expect(shown('en', { currency: 'JPY', reading: 'always-two' })).toContain('of 1,234.56 JPY')
  expect(shown('en', { minorAmount: '90071992547409931' as MinorUnits })).toContain('900,719,925,474,099.31 USD')
})

it('unknown values are left out', () => {
  expect(shown('en', { minorAmount: null, paidAt: null })).toBe('Your payment was successful. Thank you.')
  expect(shown('ru', { currency: null, timeZone: null })).toBe('Ваш платёж успешно выполнен. Спасибо.')
})

it('the text of a payment that waits for the cardholder asks for the confirmation; that of a final one does not', () => {
  expect(shown('en', { status: 'processing', waitsForCardholder: true })).toContain('is waiting for your confirmation')
  expect(shown('en', { status: 'approved', waitsForCardholder: true })).toContain('was successful')
})

describe.each(customerLanguages)('in %s', (language) => {
  it('every subject in every state has a text of one to three sentences, with amount and day', () => {
    for (const text of all(language)) {
      expect(text).toMatch(/1[,. ]?234[.,]56 USD/)
      expect(text).toContain('2026')
      expect(text).not.toMatch(/[{}]| {2}| \.|undefined/)
      const sentences = text.replaceAll('24. November', '').replaceAll('г.', '').split(/\.(?: |$)/).filter((part) => part !== '')
      expect(sentences.length, text).toBeLessThanOrEqual(3)
    }
  })

  it('an uncertain result is never called done or not done', () => {
    for (const subject of subjects) {
      const certain = ['approved', 'declined'].map((status) => opening(shown(language, { subject, status })))
      for (const status of ['sending', 'processing', 'unknown', 'error', 'not-found', 'closed-error', 'closed-unknown', 'chain_declined']) {
        const text = shown(language, { subject, status })
        for (const words of certain) expect(text).not.toContain(words)
        expect(text).not.toMatch(/charged|belastet|cobrado|списан[ыа]|success|erfolg|correctamente|успешно/)
      }
    }
  })

  it('the text of a request that is being sent, processed or checked names the check', () => {
    for (const subject of subjects) {
      for (const status of ['sending', 'processing', 'unknown', 'error']) {
        expect(shown(language, { subject, status })).toMatch(/checking|prüfen|comprobando|проверяем/)
      }
    }
  })

  it('lost, stolen, fraud, filtered, refused and unknown codes share one text', () => {
    const neutral = shown(language, { status: 'declined' })
    for (const status of ['filtered', 'refused', 'access-denied', 'not-sent']) {
      for (const meaning of meanings) expect(shown(language, { status, meaning })).toBe(neutral)
    }
    expect(new Set(meanings.map((meaning) => shown(language, { status: 'declined', meaning }))).size).toBe(4)
  })

  it('no text names theft, fraud, a filter, a code or a fiscal receipt, and a refund names no day of arrival', () => {
    for (const text of all(language)) {
      expect(text).not.toMatch(/stolen|lost|fraud|filter|gestohlen|betrug|(?<!ap)robad|fraude|украден|мошен|фильтр|код|code/i)
      expect(text).not.toMatch(/чек/i)
      expect(text).not.toMatch(/\bdays\b|\bTage|\bdías|дн(?:ей|я)/)
    }
  })

  it('a hostile status, currency or anything else is never copied into the text', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (status, currency) => {
      const hostile = `<b>\u202E${status}4111111111111111`
      const text = shown(language, { status: hostile, currency: `${currency}<i>` })
      expect(text).toBe(shown(language, { status: 'unknown', currency: null }))
    }))
    for (const status of ['constructor', '__proto__', 'toString']) {
      expect(shown(language, { status })).toBe(shown(language, { status: 'unknown' }))
    }
  })
})

/** The verdict of a text: its first sentence after the day. */
function opening(text: string): string {
  const [, verdict = ''] = /2026(?: г\.)?( [^.]+)\./.exec(text) ?? []
  expect(verdict).not.toBe('')
  return verdict
}
