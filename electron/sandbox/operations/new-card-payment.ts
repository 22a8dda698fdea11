/** Creates an order with a typed card: sale and preauthorisation (§2.10, addendum 12). */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { extrasCardNumber, sandboxTestCards } from '../orders/cards.ts'
import { tryInTurn } from '../orders/results.ts'
import type { Way } from '../orders/ways.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder, typedCardOf } from './submission.ts'

/** The handler; `transactionType` is the word for the order in a status: `sale`, `preauth`. */
export function newCardPayment(transactionType: string): Handler {
  return (input) => {
    const { values, readings, productWord } = input
    const card = typedCardOf(values)
    if (card === null) return refuse('Parameter credit_card_number is required')
    if (values.secondCardNumber !== undefined && values.secondCardNumber !== values.cardNumber) {
      return refuse('Parameter cardNumber differs from credit_card_number')
    }
    const order = newOrder(input, {
      transactionType, ...tryInTurn(attemptsOf(values, readings), 'approved', values.cardVerificationValue),
      cardReference: '', card, way: wayOfCard(values),
      ...(values.cardNumber === extrasCardNumber && { withExtras: true }),
    })
    return { kind: 'answered', order, fields: asyncResponse(order, productWord) }
  }
}

/** The card number decides; cvv2 321 requires 3-D Secure for any card, 111 skips it (addendum 12). */
function wayOfCard({ cardNumber, cardVerificationValue }: FieldValues): Way {
  if (cardVerificationValue === '111') return 'none'
  const way = sandboxTestCards.find((test) => test.cardNumber === cardNumber)?.way ?? 'none'
  return way === 'none' && cardVerificationValue === '321' ? 'challenge-passed' : way
}
