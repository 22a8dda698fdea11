import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { currencyCodes, minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import { minorAmountText, plainAmountText } from '../../renderer/features/shared/entry/amounts.ts'
import { amountWithCurrency, groupedAmount } from '#shared/shown-amount.ts'

describe('an amount on screen', () => {
  it.each([
    ['1000000000', 'USD', '1,000,000,000.00 USD'],
    ['10.15', 'USD', '10.15 USD'],
    ['10.5', 'USD', '10.50 USD'],
    ['500', 'JPY', '500 JPY'],
    ['1234567', 'JPY', '1,234,567 JPY'],
    ['1000.5', 'KWD', '1,000.500 KWD'],
    ['90071992547409931.07', 'EUR', '90,071,992,547,409,931.07 EUR'],
    ['-20.00', 'USD', '\u221220.00 USD'],
  ])('%s of %s is %s', (major, currency, shown) => { expect(amountWithCurrency(major, currency)).toBe(shown) })

  it.each(['HUF', 'COP', 'IDR'])('%s has the decimals of ISO 4217, which Intl leaves out', (currency) => {
    expect(groupedAmount('1000', currency)).toBe('1,000.00')
  })

  it('is not rounded, and only zeros beyond the currency’s decimals are dropped', () => {
    expect(groupedAmount('10.1500', 'USD')).toBe('10.15')
    expect(groupedAmount('10.155', 'USD')).toBe('10.155')
    expect(groupedAmount('500.50', 'JPY')).toBe('500.5')
  })

  it.each(['', '10,15', '1e9', ' 10.15', 'N/A', '9'.repeat(200)])('%j, which is not a plain amount, is shown unchanged', (text) => {
    expect(groupedAmount(text, 'USD')).toBe(text)
  })

  it('keeps its digits in an unknown currency', () => {
    expect(amountWithCurrency('1000.5', 'ZZZ')).toBe('1,000.5 ZZZ')
    expect(amountWithCurrency('1000', '')).toBe('1,000')
  })

  it('equals its minor units, to the last unit, in every currency', () => {
    fc.assert(fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(...currencyCodes), fc.constantFrom('iso-4217', 'always-two'),
      (units, currency, reading) => {
        const minor = units.toString() as MinorUnits
        const [shown = ''] = minorAmountText(minor, currency, reading).split(' ')
        const decimals = shown.split('.')[1]?.length ?? 0
        const digits = minorUnitDigits(currency, reading)!
        const read = BigInt(shown.replaceAll(/[,.]/g, '')) * 10n ** BigInt(digits)
        expect(read).toBe(units * 10n ** BigInt(decimals))
        expect(decimals).toBeGreaterThanOrEqual(minorUnitDigits(currency)!)
      },
    ))
  })

  it('is copied plain, without grouping', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (units) => {
      const row = { minorAmount: units.toString() as MinorUnits, enumeratedMinorAmounts: [], currency: 'USD' }
      expect(plainAmountText(row)).toBe(toMajorText(row.minorAmount, 2))
    }))
  })
})
