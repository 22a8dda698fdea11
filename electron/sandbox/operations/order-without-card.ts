/** An order without a card: a payout to an account (§2.12). What names the account is checked and kept nowhere. */
import { tryInTurn } from '../results.ts'
import type { Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder } from './submission.ts'

/** The handler; `transactionType` is what the status calls the order. */
export function orderWithoutCard(transactionType: string): Handler {
  return (input) => {
    const order = newOrder(input, {
      transactionType, ...tryInTurn(attemptsOf(input.values, input.readings), 'approved', undefined), cardReference: '',
    })
    return { kind: 'answered', order, fields: asyncResponse(order, input.productWord) }
  }
}
