/**
 * The forms of what another desk recorded. SECURITY: what it, or the administrator of the database, wrote is taken in
 * only in the form that it must have.
 */
import type { Masked } from '../brands.ts'
import {
  cardReferenceSchema, entryIdSchema, maskedSchema, merchantKeySchema, merchantOrderIdSchema, minorUnitsSchema,
  orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '../model/branded.ts'
import { isLoopback } from '../model/base-url.ts'
import { environmentSchema } from '../model/environment.ts'
import { closingKinds, effectSchema, operationIdSchema, outcomeKinds } from '../model/history.ts'
import { entryPointSchema } from '../model/profile.ts'
import { z } from '../model/zod.ts'

/** A time and an amount are computed with: what only looks like one would stop whoever takes it in. */
const time = utcTimeSchema.refine((text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)))
const amount = minorUnitsSchema.refine((text) => /^\d{1,32}$/.test(text))

const who = z.string().max(200)
const word = z.string().max(1_000).nullable()
const learned = {
  entryId: entryIdSchema, at: time, orderId: orderIdSchema.nullable(),
  serialNumber: serialNumberSchema.nullable(), errorCode: word, errorText: maskedSchema.nullable(),
  lastFour: z.string().max(4).nullable(),
}

/** An intent as `electron/journal` keeps it; how it claimed is no matter of this desk and left out. */
const intent = z.object({
  kind: z.literal('intent'),
  entryId: entryIdSchema,
  at: time,
  who,
  profileId: profileIdSchema,
  profileName: z.string().max(200),
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  operation: operationIdSchema,
  effect: effectSchema,
  createsOrder: z.boolean(),
  entryPoint: entryPointSchema,
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  askedSerialNumber: serialNumberSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  minorAmount: amount.nullable(),
  currency: z.string().max(16).nullable(),
  enumeratedMinorAmounts: z.array(amount).max(100).readonly(),
  fields: z.array(z.object({ name: z.string().max(200), value: maskedSchema })).max(500).readonly(),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  login: z.string().max(200),
  signedText: maskedSchema,
  gatewayAt: time.nullable(),
  reason: maskedSchema.nullable(),
  reviewed: z.object({ minorAmount: amount, currency: z.string().max(16) }).nullable(),
  releasesHold: z.boolean(),
}).refine(({ environment, url }) => (environment === 'sandbox' ? isLoopback(url) : url.startsWith('https:')))
  .transform(({ kind: _kind, ...intent }) => intent)

const outcome = z.object({
  ...learned, kind: z.enum(outcomeKinds), fault: word, httpStatus: z.number().nullable(), status: word, stage: word,
  reply: maskedSchema.nullable(), durationMs: z.number(),
})

const observation = z.object({
  ...learned, status: z.string().max(1_000), stage: word, step: word, resolves: z.boolean(),
  // One that was too long for the team is left out.
  reply: maskedSchema.nullable().transform((reply) => reply ?? ('' as Masked)),
})

const closing = z.object({
  entryId: entryIdSchema, at: time, who, reason: maskedSchema, closes: z.enum(closingKinds), errorCode: word,
  errorText: maskedSchema.nullable(), reply: maskedSchema.nullable(),
})

/** Each kind of record, by the name of its event. */
export const foreignRecords = { intent, outcome, observation, closing } as const
