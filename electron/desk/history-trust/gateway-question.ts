/** The query before a charge if the history was behind: does the gateway know its merchant order id? */
import type { Outcome } from '#shared/gateway/replies/outcome.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { reportsNotFound } from '#shared/gateway/orders/resolution.ts'

/** What the gateway's reply proves about a merchant order id. */
export type OrderAtGateway = 'known' | 'not-found' | 'unclear'

/**
 * Reads the reply. Only a complete refusal that means "not found" counts as `not-found`; a reply about another order is
 * `unclear`.
 */
export function orderAtGateway(outcome: Outcome, merchantOrderId: string): OrderAtGateway {
  if (outcome.kind === 'answered') {
    return filledReplyField(outcome.reply, 'merchant-order-id') === merchantOrderId ? 'known' : 'unclear'
  }
  return outcome.kind === 'refused' && reportsNotFound(outcome.reply) ? 'not-found' : 'unclear'
}
