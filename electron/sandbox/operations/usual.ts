/** The handlers that follow from the catalogue: from an operation's kind, step and fields. */
import { transactionTypeOf } from '#shared/gateway/catalogue/kinds.ts'
import { carries, type MoneyEntry, type Operation } from '#shared/gateway/operations/operations.ts'
import { cardDetails } from './card-details.ts'
import { chargeOfCardOnFile } from './card-on-file-payment.ts'
import type { Handler } from './handler.ts'
import { laterTransaction } from './later-transaction.ts'
import { newCardPayment } from './new-card-payment.ts'
import { orderWithoutCard } from './order-without-card.ts'
import { registerCard } from './register-card.ts'
import { status } from './status.ts'
import { upload } from './upload.ts'

/** The usual handler of an operation. */
export function usualHandler(operation: Operation<string>): Handler {
  switch (operation.kind) {
    case 'status-check': return status
    case 'card-lookup': return cardDetails
    case 'other-check': return acknowledge(operation)
    case 'card-registration': return registerCard
    case 'upload': return upload(operation.step)
    case 'reversal':
    case 'capture':
      return laterTransaction(operation)
    case 'charge':
    case 'hold':
    case 'hold-without-amount':
    case 'payout':
    case 'transfer':
      return submission(operation)
  }
}

/** Creates an order with the typed card, the card on file, or none, whichever the operation's fields contain. */
function submission(operation: Operation<string> & MoneyEntry): Handler {
  const type = transactionTypeOf(operation) ?? operation.verb.id
  if (carries(operation, 'cardNumber')) return newCardPayment(type)
  return carries(operation, 'cardReference') ? chargeOfCardOnFile(type) : orderWithoutCard(type)
}

/** The interface documents no reply: this one is invented and as short as possible. */
function acknowledge({ id }: Operation<string>): Handler {
  return ({ values }) => ({
    kind: 'answered',
    fields: [['type', `${id}-response`], ['merchant-order-id', values.merchantOrderId ?? ''], ['status', 'approved']],
  })
}
