/** Cardholder details (§2.4, §2.5). */
import { expiryOfCard } from '../orders/card-on-file.ts'
import { refuse, type Handler } from './handler.ts'

export const cardDetails: Handler = ({ values, books, now }) => {
  const card = books.card(values.cardReference ?? '')
  if (card === null) return refuse('Card reference not found: no card has this cardrefid')
  const expiry = expiryOfCard(card, now)
  return {
    kind: 'answered',
    fields: [
      ['type', 'get-card-info-response'],
      ['card-printed-name', card.holder],
      ['expire-year', expiry.year],
      ['expire-month', expiry.month],
      ['bin', card.bin],
      ['last-four-digits', card.lastFour],
    ],
  }
}
