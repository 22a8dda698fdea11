import { describe, expect, test } from 'vitest'
import { createsOrder, effectOf, operationIds, operations, touchesMoney } from '#shared/gateway/operations.ts'
import { mayHaveMade, transactionTypeOf } from '#shared/gateway/made-transactions.ts'
import { readTransactionType, transactionTypes } from '#shared/gateway/transaction-types.ts'

test.each([
  ['sale', 'sale'], ['recurrent-payment', 'sale'], ['preauth', 'preauth'], ['recurrent-preauthorisation', 'preauth'],
  ['return', 'reversal'], ['void', 'reversal'], ['capture', 'capture'], ['payout-v4', null], ['status', null],
] as const)('the transaction of %s is called %s', (operation, type) => {
  expect(transactionTypeOf(operation)).toBe(type)
})

test('only what holds money makes a preauthorisation', () => {
  const makers = operationIds.filter((id) => transactionTypeOf(id) === 'preauth')
  expect(makers.filter((id) => effectOf(operations[id]) !== 'holds-money')).toEqual([])
})

describe('who may have made a transaction', () => {
  const makers = (type: string | null) =>
    operationIds.filter((id) => touchesMoney(operations[id]) && mayHaveMade(id, type))

  test('a refund or a capture is never taken for its sale', () => {
    for (const type of ['reversal', 'capture'] as const) {
      expect(makers(type)).toEqual(operationIds.filter((id) => operations[id].kind === type))
      expect(makers(type).filter((id) => createsOrder(operations[id]))).toEqual([])
    }
  })

  test.each(['sale', 'preauth', 'a word of another gateway', null])('%s is what made the order', (type) => {
    expect(makers(type)).toEqual(operationIds.filter((id) => createsOrder(operations[id])))
  })

  test.each(transactionTypes)('an operation may have made what it makes: %s', (type) => {
    expect(operationIds.filter((id) => transactionTypeOf(id) === type).every((id) => mayHaveMade(id, type))).toBe(true)
  })
})

test('a word that the interface does not name is no type', () => {
  expect(readTransactionType('Sale')).toBeNull()
  expect(readTransactionType(null)).toBeNull()
  expect(readTransactionType('reversal')).toBe('reversal')
})
