/** Creates an order without a card: a payout to an account (§2.12). The account's fields are checked but not stored. */
import { tryInTurn } from '../orders/results.ts'
import type { Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder } from './submission.ts'

/** The handler; `transactionType` is the word for the order in a status. */
export function orderWithoutCard(transactionType: string): Handler {
  return (input) => {
    const order = newOrder(input, {
      transactionType, ...tryInTurn(attemptsOf(input.values, input.readings), 'approved', undefined), cardReference: '',
    })
    return { kind: 'answered', order, fields: asyncResponse(order, input.productWord) }
  }
}
