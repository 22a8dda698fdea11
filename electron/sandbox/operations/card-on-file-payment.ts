/**
 * Charges a card on file: recurrent payment and recurrent preauthorisation (§2.6, §2.7). There is no idempotency: a
 * repeated merchant order id creates another order, and the ledger shows both (addendum 10).
 */
import { doesNothing } from '../faults/faults.ts'
import { tryInTurn, waitsForCardholder } from '../orders/results.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder } from './submission.ts'

/** The handler; `transactionType` is the word for the order in a status: `sale`, `preauth`. */
export function chargeOfCardOnFile(transactionType: string): Handler {
  return (input) => {
    const { values, books, productWord, readings } = input
    const card = books.card(values.cardReference ?? '')
    if (card === null) return refuse('Card reference not found: no card has this cardrefid')
    const { seeded } = card
    if (seeded.fault !== null && doesNothing(seeded.fault)) return { kind: 'nothing-done', fault: seeded.fault }
    const decided = tryInTurn(attemptsOf(values, readings), seeded.result, values.cardVerificationValue)
    const order = newOrder(input, {
      transactionType, ...decided, cardReference: card.cardReference,
      ...(waitsForCardholder(seeded.result, values.cardVerificationValue) && { way: 'challenge-passed' }),
      ...(seeded.withExtras && { withExtras: true }),
    })
    return { kind: 'answered', order, fault: seeded.fault, fields: asyncResponse(order, productWord) }
  }
}
