import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Books } from '../orders/books.ts'

/**
 * The problem of a transfer's destination; null if there is none. Exactly one of card number, reference and recurring
 * payment id identifies it (validation refuses several); the ids are those of a version 4 registration (§2.12, addendum
 * 12).
 */
export function destinationProblem(values: FieldValues, books: Books): string | null {
  const { destinationCardNumber, destinationCardReference, destinationCardRecurringPaymentId } = values
  const given = [destinationCardNumber, destinationCardReference, destinationCardRecurringPaymentId]
    .filter((value) => value !== undefined)
  if (given.length === 0) {
    return 'Parameter destination-card-no, destination-card-ref-id or destination_card_recurring_payment_id is required'
  }
  if (destinationCardReference !== undefined && !books.isDestination('reference', destinationCardReference)) {
    return 'Destination not found: no card has this destination-card-ref-id'
  }
  return destinationCardRecurringPaymentId !== undefined
    && !books.isDestination('recurring-payment-id', destinationCardRecurringPaymentId)
    ? 'Destination not found: no card has this destination_card_recurring_payment_id'
    : null
}
