import { describe, expect, test } from 'vitest'
import { createsOrder, effectOf, operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { mayHaveCreated, transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { readTransactionType, transactionTypes } from '#shared/gateway/catalogue/transaction-types.ts'

test.each([
  ['sale', 'sale'], ['recurrent-payment', 'sale'], ['preauth', 'preauth'], ['recurrent-preauthorisation', 'preauth'],
  ['return', 'reversal'], ['void', 'reversal'], ['capture', 'capture'], ['payout-v4', null], ['status', null],
] as const)('the transaction of %s is called %s', (operation, type) => {
  expect(transactionTypeOf(operation)).toBe(type)
})

test('only an operation that holds money creates a preauthorisation', () => {
  const makers = operationIds.filter((id) => transactionTypeOf(id) === 'preauth')
  expect(makers.filter((id) => effectOf(operations[id]) !== 'holds-money')).toEqual([])
})

describe('the operations that may have created a transaction', () => {
  const makers = (type: string | null) =>
    operationIds.filter((id) => touchesMoney(operations[id]) && mayHaveCreated(id, type))

  test('a refund or a capture is never mistaken for its sale', () => {
    for (const type of ['reversal', 'capture'] as const) {
      expect(makers(type)).toEqual(operationIds.filter((id) => operations[id].kind === type))
      expect(makers(type).filter((id) => createsOrder(operations[id]))).toEqual([])
    }
  })

  test.each(['sale', 'preauth', 'a word of another gateway', null])('%s may have created the order', (type) => {
    expect(makers(type)).toEqual(operationIds.filter((id) => createsOrder(operations[id])))
  })

  test.each(transactionTypes)('an operation may have created its own type: %s', (type) => {
    const operationsOfType = operationIds.filter((id) => transactionTypeOf(id) === type)
    expect(operationsOfType.every((id) => mayHaveCreated(id, type))).toBe(true)
  })
})

test('a word that is not in the interface is not a type', () => {
  expect(readTransactionType('Sale')).toBeNull()
  expect(readTransactionType(null)).toBeNull()
  expect(readTransactionType('reversal')).toBe('reversal')
})
