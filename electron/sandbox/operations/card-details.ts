/** Cardholder details (§2.4, §2.5). */
import { expiryOf } from '../cards.ts'
import { invalidParameter } from '../replies.ts'
import type { Handler } from './handler.ts'

export const cardDetails: Handler = ({ values, books, now }) => {
  const card = books.card(values.cardReference ?? '')
  if (card === null) return { kind: 'refused', refusal: invalidParameter('Card reference not found: no card has this cardrefid') }
  const { seeded } = card
  const expiry = expiryOf(seeded, now)
  return {
    kind: 'answered',
    fields: [
      ['type', 'get-card-info-response'],
      ['card-printed-name', seeded.holder],
      ['expire-year', expiry.year],
      ['expire-month', expiry.month],
      ['bin', seeded.bin],
      ['last-four-digits', seeded.lastFour],
    ],
  }
}
