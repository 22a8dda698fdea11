import type { OperationId } from '#shared/gateway/operations.ts'
import { cardDetails } from './card-details.ts'
import type { Handler } from './handler.ts'
import { recurrentPayment } from './recurrent-payment.ts'
import { registerCard } from './register-card.ts'
import { status } from './status.ts'

/** What each operation does. Path, fields, limits and authentication come from the catalogue. */
const handlers: { readonly [Id in OperationId]?: Handler } = {
  'create-card-ref-v2': registerCard,
  'create-card-ref-v4': registerCard,
  'get-card-info': cardDetails,
  'recurrent-payment': recurrentPayment,
  status,
  'status-v4': status,
}

/** The handler of an operation; null for one that this gateway does not carry out. */
export function handlerOf(operation: OperationId): Handler | null {
  return handlers[operation] ?? null
}
