/** Payout to an account, both versions (§2.12). The account number is checked with the rest and kept nowhere. */
import { tryInTurn } from '../results.ts'
import type { Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder } from './submission.ts'

export const payout: Handler = (input) => {
  const order = newOrder(input, {
    transactionType: 'payout', ...tryInTurn(attemptsOf(input.values, input.readings), 'approved', undefined),
    cardReference: '',
  })
  return { kind: 'answered', order, fields: asyncResponse(order, input.productWord) }
}
