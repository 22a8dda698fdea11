import {
  entryIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema, profileIdSchema, utcTimeSchema,
} from '../values/branded.ts'
import { followSchema, shownReplyFieldSchema } from '../answers/answer.ts'
import { environmentSchema } from '../values/environment.ts'
import { entryDetailSchema, historyRowSchema } from '../history/history.ts'
import { entryPointSchema } from '../profiles/profile.ts'
import { z } from '../values/zod.ts'

/** Identifies an order: its profile and entry point, and at least one of its two ids. */
export const orderKeySchema = z.object({
  profileId: profileIdSchema,
  entryPoint: entryPointSchema,
  orderId: orderIdSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
})
export type OrderKey = z.infer<typeof orderKeySchema>

/** What a reply said about an order's status: one that has just arrived, or the newest one kept in the journal. */
const reportSchema = z.object({
  at: utcTimeSchema,
  reply: z.object({ fields: z.array(shownReplyFieldSchema).readonly(), raw: maskedSchema }),
  errorCode: z.string().nullable(),
  errorText: maskedSchema.nullable(),
})
export type Report = z.infer<typeof reportSchema>

/** One order as far as this installation's journal knows it. The gateway is not queried for it. */
export const orderPageSchema = z.object({
  kind: z.literal('payment'),
  /** The entry that led here; null where an id of the order did. */
  openedBy: entryIdSchema.nullable(),
  /** The profile by which it is reached from here; where this desk has none, the one that was used. */
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  orderId: orderIdSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
  /** The newest status of it in the journal; null where none is kept. */
  reported: reportSchema.nullable(),
  /** How its newest request is being followed; null while none is. */
  follow: followSchema.nullable(),
  /**
   * Other charges of the same card, amount and currency next to it within 24 hours that moved or may have moved money,
   * newest first.
   */
  equalCharges: z.array(historyRowSchema).readonly(),
  /** Every request of this desk about the order, oldest first, with all that happened to each. */
  entries: z.array(entryDetailSchema).readonly(),
  /** Those of other desks, from copies of their logs: shown, and nothing about the order is decided by them. */
  others: z.array(entryDetailSchema).readonly().optional(),
  /** True when only the newest of them are here. */
  cut: z.boolean(),
  refunds: z.object({
    /** Minor units of refunds and voids sent from this computer that are approved, in progress or unknown. */
    knownHere: minorUnitsSchema,
    /** Of these, minor units whose result is not final yet. */
    open: minorUnitsSchema,
    /** How many of them. */
    count: z.number(),
    /** The refund, void or capture that is in progress or unknown: no other may be sent until it ends. */
    openEntryId: entryIdSchema.nullable(),
  }),
})
export type OrderPage = z.infer<typeof orderPageSchema>

/** What opens a payment: an entry about it, or its order. */
export const paymentKeySchema = z.union([z.object({ entryId: entryIdSchema }), orderKeySchema])
export type PaymentKey = z.infer<typeof paymentKeySchema>

/** What a key opened: a payment, a request that is none, or the payments among which a person has to choose. */
export const openedSchema = z.discriminatedUnion('kind', [
  orderPageSchema,
  z.object({ kind: z.literal('request'), detail: entryDetailSchema }),
  z.object({ kind: z.literal('choice'), payments: z.array(historyRowSchema).readonly() }),
])
export type Opened = z.infer<typeof openedSchema>
