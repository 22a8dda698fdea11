/** The address where the cardholder of an order must continue (3-D Secure). */
import { issuerAddress } from '#shared/gateway/orders/issuer-address.ts'
import { waitsForCardholder } from '#shared/gateway/replies/order-status.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { replyOf, type SendResult, type Target } from '../requests/index.ts'

/**
 * The address at which the cardholder continues (`redirect-to`, §2.9). Null if the reply has none, or one that must not
 * be passed on.
 */
export function cardholderLink({ report }: SendResult, { profile }: Target): string | null {
  const reply = replyOf(report.outcome)
  const text = reply === null ? null : filledReplyField(reply, 'redirect-to')
  // SECURITY: a person will open this address of a reply: https only; plain http to this computer in the sandbox.
  const address = issuerAddress(text, profile.environment === 'sandbox')
  return address.kind === 'usable' ? address.url : null
}

/** The cardholder's step; null unless the status reply shows that the order waits for the cardholder (§3). */
export function cardholderOf(queried: SendResult, target: Target): OpenOutcome['cardholder'] {
  const reply = replyOf(queried.report.outcome)
  const status = reply === null ? null : filledReplyField(reply, 'status')
  if (reply === null || status === null || !waitsForCardholder(status, filledReplyField(reply, 'order-stage'))) return null
  return { link: cardholderLink(queried, target) }
}
