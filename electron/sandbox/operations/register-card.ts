/** Card registration, both versions: requires an approved first payment (§1.4, §1.5, §2.1 to §2.3). */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { RegisteredCard } from '../orders/ledger.ts'
import { merchant } from '../requests/merchant.ts'
import { isApproved } from '../orders/transaction-state.ts'
import { uniqueCardId } from '../orders/card-ids.ts'
import { refuse, type Handler } from './handler.ts'

export const registerCard: Handler = ({ route, values, books, ids, now }) => {
  const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
  const source = record === null ? null : books.cardOf(record.order)
  if (record === null || source === null) {
    return refuse('First payment not found: no order with a card has this client_orderid and orderid')
  }
  const about: Pair[] = [['type', 'create-card-ref-response'], ['end-point-id', merchant.endpointId]]
  if (!isApproved(record, now)) {
    return {
      kind: 'answered',
      fields: [...about, ['status', 'declined'], ['error-message', 'The first payment is not approved'], ['error-code', '1']],
    }
  }
  const isVersion4 = route.operation.version === 'v4'
  const card: RegisteredCard = {
    cardReference: ids.cardId(0),
    seededReference: source.seeded.cardReference,
    ...(source.typed !== null && { typed: source.typed }),
    recurringPaymentId: isVersion4 ? ids.cardId(1) : null,
    destinationCardReference: isVersion4 ? ids.cardId(2) : null,
    destinationRecurringPaymentId: isVersion4 ? ids.cardId(3) : null,
  }
  const further: Pair[] = isVersion4
    ? [
      ['recurring-payment-id', ids.cardId(1)], ['dst-card-ref-id', ids.cardId(2)],
      ['dst-recurring-payment-id', ids.cardId(3)],
    ]
    : [['unq-card-ref-id', uniqueCardId(source)]]
  return { kind: 'answered', card, fields: [...about, ['status', 'approved'], ['card-ref-id', card.cardReference], ...further] }
}
