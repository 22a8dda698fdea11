import { notSentFaults, unknownFaults } from '../../gateway/replies/outcome.ts'
import { replyGroups } from '../../gateway/fields/reply-fields.ts'
import {
  entryIdSchema, maskedSchema, merchantOrderIdSchema, orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { operationIdSchema } from '../history/history.ts'
import { entryPointSchema } from '../profiles/profile.ts'
import { z } from '../values/zod.ts'

/** One field of a reply for display; `name` is the interface's, `label` is ours. */
export const shownReplyFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  group: z.enum(replyGroups),
  value: maskedSchema,
})
export type ShownReplyField = z.infer<typeof shownReplyFieldSchema>

const shownReplySchema = z.object({
  httpStatus: z.number(),
  fields: z.array(shownReplyFieldSchema).readonly(),
  raw: maskedSchema,
})

/** The outcome of the send, for display. */
const shownOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), status: z.string(), final: z.boolean() }),
  z.object({ kind: z.literal('answered') }),
  /** Answered, but the reply's own `status` is not `approved`, for example a failed card registration. */
  z.object({ kind: z.literal('failed'), status: z.string() }),
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('access-denied') }),
  z.object({ kind: z.literal('not-sent'), fault: z.enum(notSentFaults) }),
  z.object({ kind: z.literal('unknown'), fault: z.enum(unknownFaults) }),
])
export type ShownOutcome = z.infer<typeof shownOutcomeSchema>

/** Whether money may have moved: the first question of a person. */
const moneyVerdicts = ['not-concerned', 'not-moved', 'under-way', 'may-have-moved', 'moved'] as const
export type MoneyVerdict = (typeof moneyVerdicts)[number]

/**
 * Possible reasons for a refusal: a switch of the profile, or a usual cause that a person can check (addendum 2, 4).
 */
const hintCodes = [
  'switch-recurrent-control-entry-point', 'switch-minor-unit-digits', 'check-login-and-secret', 'check-endpoint-or-group',
  'check-environment', 'check-key-and-clock', 'second-key-not-confirmed', 'minor-units-unverified',
] as const
export type HintCode = (typeof hintCodes)[number]

/** The complete answer to one request: outcome, money, references, reply and signed text, all masked. */
export const answerSchema = z.object({
  entryId: entryIdSchema,
  at: utcTimeSchema,
  operation: operationIdSchema,
  profileId: profileIdSchema,
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  outcome: shownOutcomeSchema,
  money: z.enum(moneyVerdicts),
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  serialNumber: serialNumberSchema.nullable(),
  errorCode: z.string().nullable(),
  errorText: maskedSchema.nullable(),
  hints: z.array(z.enum(hintCodes)).readonly(),
  reply: shownReplySchema.nullable(),
  signedText: maskedSchema,
  durationMs: z.number(),
  /** The server's clock minus this computer's in seconds; null if the reply had no date. */
  clockOffsetSeconds: z.number().nullable(),
  /** Why the result could not be written to the history, as a sentence; left out if it was. */
  notKept: z.string().optional(),
})
export type Answer = z.infer<typeof answerSchema>

/** The progress of following an order. An entry is followed at most once at a time. */
export const followSchema = z.object({
  entryId: entryIdSchema,
  /** The newest answer; null before the first one. */
  answer: answerSchema.nullable(),
  timesAsked: z.number(),
  /** The time of the next status query; null if there is none. */
  nextAt: utcTimeSchema.nullable(),
  ended: z.enum(['final', 'stopped-by-person', 'plan-ended', 'cannot-ask']).nullable(),
})
export type Follow = z.infer<typeof followSchema>
