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
 * Whose refunds are counted. `here`: this computer's, as the desk or the order belongs to no team. `team`: all desks'.
 * `here-alone`: this computer's, as the team could not be queried.
 */
const refundSources = ['here', 'team', 'here-alone'] as const
export type RefundSource = (typeof refundSources)[number]

/** Warnings for a person before confirming. */
const paymentWarnings = [
  'no-redirect-url', 'minor-units-unverified', 'card-expired',
  /** The history was behind: the gateway is asked before the charge, or a reason is confirmed for the refund. */
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
  /** The order that is refunded, voided or captured; null where an order is created. */
  orderId: orderIdSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  /** Major units as text, in the order they are tried; empty where none is sent: the whole of the order, or none. */
  amounts: z.array(z.string()).readonly(),
  minorAmount: minorUnitsSchema.nullable(),
  /**
   * The moved amount in major units: the request's, or the whole of the order where it sends none; null when not
   * known.
   */
  effectiveAmount: z.string().nullable(),
  currency: z.string().nullable(),
  /** Everything that will be sent, masked, in wire order. */
  sent: z.array(z.object({ field: fieldKeySchema, value: maskedSchema })).readonly(),
  /**
   * The result of the card lookup just now; null with the reason in `cardFailure`, or where no card reference is
   * charged.
   */
  card: answerSchema.nullable(),
  cardFailure: failureSchema.nullable(),
  /** False when a card reference is charged and could not be looked up. */
  cardVerified: z.boolean(),
  /** The order's status as queried just now; null where an order is created. */
  order: answerSchema.nullable(),
  /** True where it releases a hold, which returns no money (addendum 8). */
  releasesHold: z.boolean(),
  /** Minor units of this order refunded as far as `refundsKnownTo` knows; null where an order is created. */
  refundedKnownHere: minorUnitsSchema.nullable(),
  refundsKnownTo: z.enum(refundSources).nullable(),
  /** The newest possible duplicate within 30 minutes: a reason is required then. */
  possibleDuplicate: historyRowSchema.nullable(),
  warnings: z.array(z.enum(paymentWarnings)).readonly(),
  /** The text that will be signed, with a token in place of the secret. */
  signedText: maskedSchema,
})
export type PaymentReview = z.infer<typeof paymentReviewSchema>
