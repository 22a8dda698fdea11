/** What an operation does by its entry in the catalogue alone: by its reply, its effect, its step and its fields. */
import { carries, touchesMoney, type MoneyEntry, type Operation } from '#shared/gateway/operations.ts'
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
  if (touchesMoney(operation)) {
    return operation.createsOrder ? submission(operation) : laterTransaction(operation)
  }
  if (operation.effect === 'continues-order') return upload(operation.step)
  switch (operation.reply) {
    case 'card-registration': return registerCard
    case 'card-details': return cardDetails
    case 'order-status': return status
    case 'async-response':
    case 'not-shown':
      return acknowledge(operation)
  }
}

/** An order from the card that is typed in, from the card on file, or from none, whichever the fields can name. */
function submission(operation: Operation<string> & MoneyEntry): Handler {
  const { transactionType, verb } = operation.money
  const type = transactionType ?? verb.id
  if (carries(operation, 'cardNumber')) return newCardPayment(type)
  return carries(operation, 'cardReference') ? chargeOfCardOnFile(type) : orderWithoutCard(type)
}

/** The interface shows no reply: this one is made up and says as little as possible. */
function acknowledge({ id }: Operation<string>): Handler {
  return ({ values }) => ({
    kind: 'answered',
    fields: [['type', `${id}-response`], ['merchant-order-id', values.merchantOrderId ?? ''], ['status', 'approved']],
  })
}
