import { failureSchema } from './failure.ts'
import { answerSchema } from './answer.ts'
import {
  cardReferenceSchema, intentIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, profileIdSchema,
  utcTimeSchema,
} from './branded.ts'
import { environmentSchema } from './environment.ts'
import { historyRowSchema, operationIdSchema } from './history.ts'
import { entryPointSchema } from './profile.ts'
import { z } from './zod.ts'

/** What a person should know before confirming. */
export const chargeWarnings = ['no-redirect-url', 'minor-units-unverified', 'card-expired'] as const

/** A deed that was validated and composed, waiting to be confirmed once. */
export const chargeReviewSchema = z.object({
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
  cardReference: cardReferenceSchema,
  /** Major units as text, in the order they will be tried; one without `enumerate_amounts`. */
  amounts: z.array(z.string()).min(1).readonly(),
  minorAmount: minorUnitsSchema,
  currency: z.string(),
  /** The card as looked up just now; null with the reason in `cardFailure` or in `card.outcome`. */
  card: answerSchema.nullable(),
  cardFailure: failureSchema.nullable(),
  cardVerified: z.boolean(),
  /** The newest like charge within 30 minutes: then a reason is asked for. */
  likeCharge: historyRowSchema.nullable(),
  warnings: z.array(z.enum(chargeWarnings)).readonly(),
  /** What will be signed, with the secret as a token. */
  signedText: maskedSchema,
})
export type ChargeReview = z.infer<typeof chargeReviewSchema>
