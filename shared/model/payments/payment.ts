import { fieldKeySchema, failureSchema } from '../answers/failure.ts'
import { answerSchema } from '../answers/answer.ts'
import {
  cardReferenceSchema, intentIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema,
  profileIdSchema, utcTimeSchema,
} from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema, operationIdSchema } from '../history/history.ts'
import { entryPointSchema } from '../profiles/profile.ts'
import { z } from '../values/zod.ts'

/**
 * Which refunds are counted. `here`: this desk's, as the desk or the order belongs to no team. `team`: all desks'.
 * `here-alone`: this desk's, as the team could not be queried.
 */
const refundSources = ['here', 'team', 'here-alone'] as const
export type RefundSource = (typeof refundSources)[number]

/** Warnings for a person before confirming. */
const paymentWarnings = [
  'no-redirect-url', 'minor-units-unverified', 'card-expired',
  /** After a history that was behind: the gateway is queried before a charge, or a refund's reason is confirmed. */
  'gateway-question', 'confirmed-reason',
] as const

/** A payment that touches money: validated and composed, waiting to be confirmed once. */
export const paymentReviewSchema = z.object({
  intentId: intentIdSchema,
  /** The intent expires then, and the form must be reviewed again. */
  expiresAt: utcTimeSchema,
  operation: operationIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  login: z.string(),
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  merchantOrderId: merchantOrderIdSchema,
  /** The order to refund, void or capture; null if a new order is created. */
  orderId: orderIdSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  /** Major units as text, in the order they are tried; empty if none is sent (the whole of the order, or none). */
  amounts: z.array(z.string()).readonly(),
  minorAmount: minorUnitsSchema.nullable(),
  /** The amount that moves, in major units: the request's, or the order's if none is sent; null if not known. */
  effectiveAmount: z.string().nullable(),
  currency: z.string().nullable(),
  /** Every field to be sent, masked, in wire order. */
  sent: z.array(z.object({ field: fieldKeySchema, value: maskedSchema })).readonly(),
  /** The result of the card lookup; null if it failed (`cardFailure`) or if no card reference is charged. */
  card: answerSchema.nullable(),
  cardFailure: failureSchema.nullable(),
  /** False if a card reference is charged and could not be looked up. */
  cardVerified: z.boolean(),
  /** The order's status, queried for the review; null if a new order is created. */
  order: answerSchema.nullable(),
  /** True if it releases a hold, which returns no money (addendum 8). */
  releasesHold: z.boolean(),
  /** Minor units of this order refunded, from `refundsKnownTo`; null if a new order is created. */
  refundedKnownHere: minorUnitsSchema.nullable(),
  refundsKnownTo: z.enum(refundSources).nullable(),
  /** The newest possible duplicate within 30 minutes; if there is one, a reason is required. */
  possibleDuplicate: historyRowSchema.nullable(),
  warnings: z.array(z.enum(paymentWarnings)).readonly(),
  /** The text to sign, with a token in place of the secret. */
  signedText: maskedSchema,
})
export type PaymentReview = z.infer<typeof paymentReviewSchema>
