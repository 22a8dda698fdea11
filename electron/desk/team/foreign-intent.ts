/** The form of a request that another desk told the team. */
import {
  cardReferenceSchema, entryIdSchema, maskedSchema, merchantKeySchema, merchantOrderIdSchema, minorUnitsSchema,
  orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '#shared/model/branded.ts'
import { operationIdSchema } from '#shared/model/history.ts'
import { entryPointSchema } from '#shared/model/profile.ts'
import { z } from '#shared/model/zod.ts'

/** An intent as `electron/journal` keeps it; how it claimed is no matter of this desk and left out. */
export const intentSchema = z.object({
  kind: z.literal('intent'),
  entryId: entryIdSchema,
  at: utcTimeSchema,
  who: z.string().max(200),
  profileId: profileIdSchema,
  profileName: z.string().max(200),
  merchantKey: merchantKeySchema,
  environment: z.enum(['staging', 'production']),
  operation: operationIdSchema,
  effect: z.enum(['moves-money', 'holds-money', 'registers', 'continues-order']),
  createsOrder: z.boolean(),
  entryPoint: entryPointSchema,
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  askedSerialNumber: serialNumberSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  minorAmount: minorUnitsSchema.nullable(),
  currency: z.string().max(16).nullable(),
  enumeratedMinorAmounts: z.array(minorUnitsSchema).max(100).readonly(),
  fields: z.array(z.object({ name: z.string().max(200), value: maskedSchema })).max(500).readonly(),
  url: z.url({ protocol: /^https$/ }).max(2_048),
  login: z.string().max(200),
  signedText: maskedSchema,
  gatewayAt: utcTimeSchema.nullable(),
  reason: maskedSchema.nullable(),
  reviewed: z.object({ minorAmount: minorUnitsSchema, currency: z.string().max(16) }).nullable(),
  releasesHold: z.boolean(),
}).transform(({ kind: _kind, ...intent }) => intent)
