import { fieldKeySchema, failureSchema, type Failure } from './failure.ts'
import { answerSchema } from './answer.ts'
import {
  cardReferenceSchema, intentIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema,
  profileIdSchema, utcTimeSchema,
} from './branded.ts'
import { environmentSchema } from './environment.ts'
import { historyRowSchema, operationIdSchema } from './history.ts'
import { entryPointSchema } from './profile.ts'
import { z } from './zod.ts'

/**
 * Whose refunds are counted. `here`: this computer's, as the desk is in no team or the order of none. `team`: all
 * desks'. `here-alone`: this computer's, as the team could not be asked.
 */
const refundSources = ['here', 'team', 'here-alone'] as const
export type RefundSource = (typeof refundSources)[number]

/** What a person should know before confirming. */
const paymentWarnings = [
  'no-redirect-url', 'minor-units-unverified', 'card-expired',
  /** The history was behind: the gateway is asked before the charge, or a reason is confirmed for the refund. */
  'gateway-question', 'confirmed-reason',
] as const

/** A payment that touches money: validated and composed, waiting to be confirmed once. */
export const paymentReviewSchema = z.object({
  intentId: intentIdSchema,
  /** After this the intent is gone and the form is reviewed again. */
  expiresAt: utcTimeSchema,
  operation: operationIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  login: z.string(),
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  merchantOrderId: merchantOrderIdSchema,
  /** The order that is refunded, voided or captured; null where an order is made. */
  orderId: orderIdSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  /** Major units as text, in the order they are tried; empty where none is sent: the whole of the order, or none. */
  amounts: z.array(z.string()).readonly(),
  minorAmount: minorUnitsSchema.nullable(),
  /** What moves, in major units: the amount, or the whole of the order where none is sent; null when not known. */
  effectiveAmount: z.string().nullable(),
  currency: z.string().nullable(),
  /** Everything that will be sent, masked, in wire order. */
  sent: z.array(z.object({ field: fieldKeySchema, value: maskedSchema })).readonly(),
  /** The card as looked up just now; null with the reason in `cardFailure`, or where no card reference is charged. */
  card: answerSchema.nullable(),
  cardFailure: failureSchema.nullable(),
  /** False when a card reference is charged and could not be looked up. */
  cardVerified: z.boolean(),
  /** The order as its status was asked just now; null where an order is made. */
  order: answerSchema.nullable(),
  /** Minor units of this order refunded as far as `refundsKnownTo` knows; null where an order is made. */
  refundedKnownHere: minorUnitsSchema.nullable(),
  refundsKnownTo: z.enum(refundSources).nullable(),
  /** The newest like charge or refund within 30 minutes: then a reason is asked for. */
  possibleDuplicate: historyRowSchema.nullable(),
  warnings: z.array(z.enum(paymentWarnings)).readonly(),
  /** What will be signed, with the secret as a token. */
  signedText: maskedSchema,
})
export type PaymentReview = z.infer<typeof paymentReviewSchema>

/**
 * Failures of a confirmation after which its review is gone: it was used or its id is taken, it is not about what is
 * there any more, or a defect leaves open how far it came. After all others the same review may be confirmed again.
 */
const endingFailures: ReadonlySet<Failure['code']> = new Set([
  'intent-gone', 'intent-under-way', 'merchant-order-id-used', 'gateway-knows-order', 'order-busy', 'not-possible-now', 'card-entry-refused',
  'no-such-profile', 'bridge-refused', 'defect', 'quitting', 'team-taken',
])

/** True when a failed confirmation ends the review: the desk drops it, and the page's button does nothing more. */
export function endsReview({ code }: Pick<Failure, 'code'>): boolean {
  return endingFailures.has(code)
}
