import { describe, expect, it } from 'vitest'
import { numberFormat } from '../../../electron/tables/xlsx/number-format.ts'
import { numberText } from '../../../electron/tables/xlsx/number-text.ts'

const read = (stored: string, code?: string, id = '0'): string => numberText(stored, numberFormat(id, code), false)

describe('a number of a workbook', () => {
  it.each([
    ['10.149999999999999', undefined, '10.15'], ['0.30000000000000004', undefined, '0.3'], ['1.015E1', undefined, '10.15'],
    ['5E-7', undefined, '0.0000005'], ['-0', undefined, '0'], ['100', undefined, '100'],
    ['1234.5', '#,##0.00', '1234.50'], ['1234.5', '"$"#,##0.00;[Red]\\-0', '1234.50'], ['1.005', '0.00', '1.01'],
    ['-5.005', '0.00', '-5.01'], ['-0.001', '0.00', '0.00'], ['42', '00000', '00042'], ['7', '0.##', '7'],
    ['0.125', '0.0%', '12.5%'], ['1500', '0.0,', '1500'], ['1.5', '# ?/?', '1.5'], ['1234.5', '[$€-407] #,##0.00', '1234.50'],
  ])('%s as %s is what a person sees: %s', (stored, code, seen) => {
    expect(read(stored, code)).toBe(seen)
  })

  it('whose last digits are lost never looks like an id', () => {
    expect(read('1234567890123456')).toBe('1.23456789012346E+15')
    expect(read('123456789012345')).toBe('123456789012345')
  })

  it.each([
    ['46346', 'dd.mm.yyyy', '2026-11-20'], ['46346.4035532407', 'd/m/yy h:mm', '2026-11-20 09:41:07'],
    ['0.5', 'h:mm', '12:00:00'], ['46346', 'General', '46346'], ['1.5', '[h]:mm:ss', '1900-01-01 12:00:00'],
  ])('%s as %s is a date in one form: %s', (stored, code, seen) => {
    expect(read(stored, code)).toBe(seen)
  })
})
