/** Transfer, version 4: from a typed card or a recurring payment id to a destination card (§2.12, addendum 12). */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { doesNothing } from '../faults/faults.ts'
import { destinationProblem } from './transfer-destination.ts'
import { tryInTurn } from '../orders/results.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse, attemptsOf, newOrder, typedCardOf } from './submission.ts'

export const transfer: Handler = (input) => {
  const { values, books, readings, productWord } = input
  const problem = sourceProblem(values) ?? destinationProblem(values, books)
  if (problem !== null) return refuse(problem)
  const typed = typedCardOf(values)
  const onFile = values.cardRecurringPaymentId === undefined
    ? null
    : books.cardByRecurringPaymentId(values.cardRecurringPaymentId)
  if (typed === null && onFile === null) return refuse('Card not found: no card has this card_recurring_payment_id')
  const fault = onFile?.seeded.fault ?? null
  if (fault !== null && doesNothing(fault)) return { kind: 'nothing-done', fault }
  const decided = tryInTurn(
    attemptsOf(values, readings), onFile?.seeded.result ?? 'approved', values.cardVerificationValue,
  )
  const order = newOrder(input, {
    transactionType: 'transfer', ...decided, cardReference: onFile?.cardReference ?? '', way: 'none',
    ...(typed !== null && { card: typed }), hasDestinationCard: true,
  })
  return { kind: 'answered', order, fault, fields: asyncResponse(order, productWord) }
}

function sourceProblem({ cardNumber, cardRecurringPaymentId, expireMonth, expireYear }: FieldValues): string | null {
  if (cardNumber !== undefined && cardRecurringPaymentId !== undefined) {
    return 'Parameter card_recurring_payment_id excludes credit_card_number'
  }
  if (cardNumber === undefined) {
    return cardRecurringPaymentId === undefined
      ? 'Parameter credit_card_number or card_recurring_payment_id is required'
      : null
  }
  if (expireMonth === undefined) return 'Parameter expire_month is required'
  return expireYear === undefined ? 'Parameter expire_year is required' : null
}
