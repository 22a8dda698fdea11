import currencyCodesLibrary from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, isCurrencyCode, minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import {
  amountsWithoutComma, sameAmount, toChargeableMinorUnits, toMajorText, toMinorUnits, withoutSurplusZeros,
} from '#shared/gateway/numbers/money.ts'
import type { MinorUnits } from '#shared/brands.ts'

const digitsOfIso4217 = [0, 2, 3, 4]
const minor = (major: string, digits = 2) => {
  const result = toMinorUnits(major, digits)
  return result.ok ? result.value : result.failure.code
}

describe('minor units', () => {
  it.each(digitsOfIso4217)('with %i decimals: shifting there and back keeps every amount to the last unit', (digits) => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (amount) => {
      const text = amount.toString() as MinorUnits
      expect(minor(toMajorText(text, digits), digits)).toBe(text)
    }))
  })

  it.each(digitsOfIso4217)('with %i decimals: the same result as with exact arithmetic', (digits) => {
    const decimals = fc.integer({ min: 0, max: digits }).chain((length) => fc.string({
      unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length,
    }))
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), decimals, (whole, fraction) => {
      const major = fraction === '' ? whole.toString() : `${whole}.${fraction}`
      const exact = whole * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, '0') || '0')
      expect(minor(major, digits)).toBe(exact.toString())
    }))
  })

  it.each([['0.29', '29'], ['1.15', '115'], ['64.1', '6410'], ['10.15', '1015'], ['10.5', '1050'], ['007', '700']])(
    '%s, which floating point gets wrong, is %s',
    (major, expected) => { expect(minor(major)).toBe(expected) },
  )

  it.each([
    ['10,15', 'amount-comma'], ['1,000.00', 'amount-comma'], ['1.234', 'amount-decimals'], ['1.000', 'amount-decimals'],
    ['', 'amount-format'], ['.5', 'amount-format'], ['5.', 'amount-format'], ['-1', 'amount-format'],
    ['+1', 'amount-format'], ['1e3', 'amount-format'], [' 1', 'amount-format'], ['١', 'amount-format'], ['1\n', 'amount-format'],
  ])('refuses %j: %s', (major, code) => { expect(minor(major)).toBe(code) })

  it('refuses to charge nothing', () => {
    expect(toChargeableMinorUnits('0.00', 2)).toMatchObject({ failure: { code: 'amount-zero' } })
  })

  it('recognises the same amount written in two ways', () => {
    expect(sameAmount('10.5', '10.50', 2)).toBe(true)
    expect(sameAmount('10.5', '10.51', 2)).toBe(false)
    expect(sameAmount('abc', 'abc', 2)).toBe(false)
  })
})

describe('an amount with more zeros than its currency has decimals', () => {
  it.each([
    ['10.1500', 2, '10.15'], ['10.00', 0, '10'], ['10.150', 3, '10.150'], ['10.151', 2, '10.151'],
  ])('%s with %i digits is %s', (amount, digits, plain) => { expect(withoutSurplusZeros(amount, digits)).toBe(plain) })

  it.each(['10.15.99', '1.2.3', '10.', '.50', '10,00', '-1.500', 'abc'])('%s is not an amount and does not change', (text) => {
    expect(withoutSurplusZeros(text, 2)).toBe(text)
  })
})

describe('the table of currencies against the library currency-codes (ISO 4217 of 2024-06-25)', () => {
  // The library has 0 digits for "N.A." of ISO 4217: metals, units of account and test codes. Nothing is charged in
  // them.
  const withoutMinorUnits = [
    'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX',
  ]
  // Newer than the library: in use since 2025-03-31.
  const oursAlone = ['XCG']

  it('differs in these codes only', () => {
    const theirs = currencyCodesLibrary.codes()
    expect(theirs.filter((code) => !isCurrencyCode(code)).sort()).toEqual(withoutMinorUnits)
    expect(currencyCodes.filter((code) => !theirs.includes(code))).toEqual(oursAlone)
  })

  it('has the same digits for every code in both', () => {
    const different = currencyCodes.filter((code) => {
      const theirs = currencyCodesLibrary.code(code)
      return theirs !== undefined && theirs.digits !== minorUnitDigits(code)
    })
    expect(different).toEqual([])
  })

  it('does not use Intl, which shows these without decimals', () => {
    for (const code of ['HUF', 'COP', 'IDR']) expect(minorUnitDigits(code)).toBe(2)
    expect(minorUnitDigits('IQD')).toBe(3)
  })

  it('has two digits for all if the profile is set so, and none for an unknown currency', () => {
    expect(minorUnitDigits('JPY', 'always-two')).toBe(2)
    expect(minorUnitDigits('JPY')).toBe(0)
    expect(minorUnitDigits('usd')).toBeNull()
  })
})

describe('a possible meaning of an amount with commas', () => {
  it.each([
    ['1,000', 2, ['1000', '1.00']], ['1,015', 2, ['1015']], ['10,15', 2, ['10.15']], ['1,234,567.89', 2, ['1234567.89']],
    ['1,000', 0, ['1000', '1']], ['1,000', 3, ['1000', '1.000']], ['0,00', 2, []], ['1,2,3', 2, []], ['10,155', 2, ['10155']],
  ])('%s with %i digits: %o', (typed, digits, meant) => {
    expect(amountsWithoutComma(typed, digits)).toEqual(meant)
  })

  it('is always an amount that can be sent', () => {
    fc.assert(fc.property(fc.stringMatching(/^[\d,.]{1,12}$/), fc.constantFrom(...digitsOfIso4217), (typed, digits) => {
      const meant = amountsWithoutComma(typed, digits)
      expect(meant.every((amount) => toChargeableMinorUnits(amount, digits).ok)).toBe(true)
    }))
  })
})
