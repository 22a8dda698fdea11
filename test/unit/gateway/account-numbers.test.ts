import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitByAccountNumbers } from '#shared/gateway/numbers/account-numbers.ts'
import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import { maskWrittenCards } from '#shared/gateway/requests/masking.ts'

/** With its check number as the standard computes it: 98 less the rest of the number with a check of 00. */
const iban = (country: string, account: string): string => {
  const asDigits = [...`${account}${country}00`].map((one) => Number.parseInt(one, 36)).join('')
  return `${country}${(98n - BigInt(asDigits) % 97n).toString().padStart(2, '0')}${account}`
}
const found = (text: string) => splitByAccountNumbers(text).flatMap((part) => part.isAccountNumber ? [part.text] : [])
const inGroups = (number: string): string => number.replace(/.{4}(?=.)/g, '$& ')
const account = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const number = fc.constantFrom<[string, number]>(['DE', 18], ['PL', 24], ['FR', 23], ['AT', 16], ['NO', 11])
  .chain(([country, length]) => account(length).map((digits) => iban(country, digits)))

describe('a bank account number', () => {
  it('in its usual printed form is recognised: Germany, United Kingdom, Malta', () => {
    for (const text of ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S']) {
      expect(found(`IBAN ${text}, thank you`)).toEqual([text])
    }
    expect(found('DE88 3704 0044 0532 0130 00')).toEqual([])
  })

  it('in groups of four is not a card number, whatever its digits', () => {
    fc.assert(fc.property(number, (one) => {
      const text = `Please pay to ${inGroups(one)}. Acme`
      expect(holdsCardNumber(text)).toBe(false)
      expect(maskWrittenCards(text)).toBe(text)
    }), { numRuns: 500 })
  })

  it('does not hide a card number beside it', () => {
    fc.assert(fc.property(number, fc.constantFrom(' ', '\n', ' / '), (one, gap) => {
      for (const text of [`${inGroups(one)}${gap}4111 1111 1111 1111`, `4111 1111 1111 1111${gap}${one}`]) {
        expect(holdsCardNumber(text)).toBe(true)
        expect(maskWrittenCards(text)).not.toContain('1111 1111 1111')
      }
    }))
  })

  it('with a wrong check number hides none', () => {
    expect(holdsCardNumber('DE12 4111 1111 1111 1111')).toBe(true)
    expect(maskWrittenCards('DE12 4111 1111 1111 1111')).toBe('DE12 4111 11XX XXXX 1111')
  })
})
