/** Checks whether a card may send transfers (§2.12). The interface documents no reply, so this one is invented. */
import { refuse, type Handler } from './handler.ts'

export const panEligibility: Handler = ({ values, books }) => {
  const card = books.card(values.sendingCardReference ?? '')
  if (card === null) return refuse('Card reference not found: no card has this sending-card-ref-id')
  const eligible = card.seeded.result === 'approved'
  return {
    kind: 'answered',
    fields: [
      ['type', 'pan-eligibility-response'],
      ['merchant-order-id', values.merchantOrderId ?? ''],
      ['status', eligible ? 'approved' : 'declined'],
      ...(eligible ? [] : [['error-message', 'The card cannot send transfers'], ['error-code', '119']] as const),
    ],
  }
}
