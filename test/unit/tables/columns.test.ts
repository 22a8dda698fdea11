import { describe, expect, it } from 'vitest'
import { operations } from '#shared/gateway/operations/operations.ts'
import { majorText, separatorOf } from '#shared/tables/amount-column.ts'
import { recognisedColumns } from '#shared/reconcile/columns.ts'
import { recogniseColumns } from '#shared/tables/batch-columns.ts'

describe('amounts of a column', () => {
  it.each([
    [['10', '20'], null], [['10.15', '1,234.50'], 'point'], [['10,15', '1.234,50'], 'comma'], [['1,234'], 'unclear'], [['1.234'], 'unclear'],
    [['1,234', '10.15'], 'point'], [['1.234.567'], 'comma'], [['1 234,50'], 'comma'], [['10.15', '10,15'], 'unclear'],
    [['10.15', 'ten', '10.15 USD', '', '-3,5'], 'point'],
  ])('%j have one reading: %s', (cells, separator) => {
    expect(separatorOf(cells)).toBe(separator)
  })

  it.each([
    ['1,234.50', 'point', '1234.50'], ['1.234,5', 'comma', '1234.5'], ["1'234", 'point', '1234'], [' 10.15 ', 'point', '10.15'],
    // Unchanged, so that the message about it shows the original text.
    ['10,15', 'point', '10,15'], ['10.15 EUR', 'point', '10.15 EUR'], ['-5', 'point', '-5'],
  ] as const)('%s with a %s is %s', (cell, separator, text) => {
    expect(majorText(cell, separator)).toBe(text)
  })
})

describe('a column', () => {
  const meanings = (headers: readonly string[], kept: ReadonlyMap<string, 'row-name' | 'comment' | 'cardNumber'> = new Map()) =>
    recogniseColumns(operations['recurrent-payment'], headers, kept).map(({ meaning }) => meaning)

  it('is recognised by wire name, label and usual names of ids; the name of the field has priority', () => {
    expect(meanings(['Invoice number', 'CARD REFERENCE ID', 'client_orderid', 'Sum', 'ip address', 'Shoe size'])).toEqual(
      [null, 'cardReference', 'merchantOrderId', 'amount', 'customerIpAddress', null])
  })

  it.each([
    ['amount', ['Amount', 'Amount']], ['amount', ['Amount', 'Sum']], ['amount', ['Total', 'amount']],
    ['cardReference', ['Card reference id', 'Card reference id']], ['merchantOrderId', ['Invoice', 'Invoice number']],
    ['customerIpAddress', ['ip address', 'IPAddress']],
  ] as const)('that may mean the same as another (%s) has no meaning until a person chooses: %j', (meaning, headers) => {
    const none = { meaning: null, recognisedBy: null, mayMean: meaning }
    expect(recogniseColumns(operations['recurrent-payment'], headers, new Map())).toEqual([none, none])
  })

  it('of a statement may be the first of several days, but never an amount, a currency or an id of several', () => {
    expect(recognisedColumns(['Date', 'Posting date', 'Type', 'Description', 'Order ID', 'Amount'])).toEqual(
      ['day', null, 'type', null, 'orderId', 'amount'])
    expect(recognisedColumns(['Amount', 'Gross', 'Currency', 'CCY', 'Reference', 'Invoice', 'Fee', 'Commission', 'Last 4', 'PAN'])).toEqual(
      Array(10).fill(null))
  })

  it('keeps a person’s choice, but never a card number or a cvv', () => {
    const kept = new Map([['shoesize', 'comment'], ['subscriber', 'row-name'], ['pan', 'cardNumber']] as const)
    expect(meanings(['Shoe size', 'Subscriber', 'PAN', 'cvv2'], kept)).toEqual(['comment', 'row-name', null, null])
  })
})
