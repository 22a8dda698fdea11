import { expect, it } from 'vitest'
import { writtenAmount } from '#shared/tables/written-amounts.ts'

it('reads an amount with its sign and currency in any order', () => {
  const negative = [
    '-10.15', '10.15-', '(10.15)', '− 10.15', '-USD 10.15', 'USD -10.15', '(USD 10.15)', '(10.15 USD)', 'USD (10.15)', '-$10.15', '-US$10.15',
    'A$-10.15', '($10.15)', '10.15 DR', '10.15Dr.', 'D10.15', 'DR 10.15', '10.15 USD DR', '-10.15 DR',
  ]
  expect(negative.map((cell) => [cell, writtenAmount(cell, 'point')])).toEqual(negative.map((cell) => [cell, -101_500n]))
  const positive = ['10.15', '+10.15', 'USD 10.15', '10.15 USD', '10.15USD', 'CA$10.15', '€10.15', '10.15 €', '10.15 CR', '10.15cr', 'C 10.15', 'USD 10.15 C']
  expect(positive.map((cell) => [cell, writtenAmount(cell, 'point')])).toEqual(positive.map((cell) => [cell, 101_500n]))
  const grouped = ['1,23,456.00', '₹1,23,456', 'Rs. 1,23,456.00', '١٬٢٣٬٤٥٦٫٠٠', '\u200f۱۲۳۴۵۶٫۰۰\u200f', '१,२३,४५६.००']
  expect(grouped.map((cell) => [cell, writtenAmount(cell, 'point')])).toEqual(grouped.map((cell) => [cell, 1_234_560_000n]))
  const others = ['-10.15 CR', '(10.15) CR', '10.15 DR CR', '10.15 USDC', 'AB10.15', 'USDT 10.15', '10.15.15', '1,23,45.00', '12,3456', '--10.15', 'Total 10.15 USD']
  expect(others.map((cell) => [cell, writtenAmount(cell, 'point')])).toEqual(others.map((cell) => [cell, null]))
})
