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

/** A reply with an order's status: a new one, or the newest one in the journal. */
const reportSchema = z.object({
  at: utcTimeSchema,
  reply: z.object({ fields: z.array(shownReplyFieldSchema).readonly(), raw: maskedSchema }),
  errorCode: z.string().nullable(),
  errorText: maskedSchema.nullable(),
})
export type Report = z.infer<typeof reportSchema>

/** An order according to this desk's journal. The gateway is not queried. */
export const orderPageSchema = z.object({
  kind: z.literal('payment'),
  /** The entry that the page was opened by; null if it was opened by an id of the order. */
  openedBy: entryIdSchema.nullable(),
  /** The profile that can query it; if this desk has none, the one that sent it. */
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  orderId: orderIdSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
  /** Its newest status in the journal; null if there is none. */
  reported: reportSchema.nullable(),
  /** The progress of following its newest request; null if it is not followed. */
  follow: followSchema.nullable(),
  /**
   * Other charges of the same card, amount and currency next to it within 24 hours that moved or may have moved money,
   * newest first.
   */
  equalCharges: z.array(historyRowSchema).readonly(),
  /** Every request of this desk about the order, oldest first, with all its events. */
  entries: z.array(entryDetailSchema).readonly(),
  /** Requests of other desks, from copies of their logs: for display only, no decision depends on them. */
  others: z.array(entryDetailSchema).readonly().optional(),
  /** True if older ones are left out. */
  cut: z.boolean(),
  refunds: z.object({
    /** Minor units of refunds and voids sent from this computer that are approved, in progress or unknown. */
    knownHere: minorUnitsSchema,
    /** Of these, minor units whose result is not final yet. */
    open: minorUnitsSchema,
    /** The number of these refunds and voids. */
    count: z.number(),
    /** The refund, void or capture that is in progress or unknown: no other may be sent until it ends. */
    openEntryId: entryIdSchema.nullable(),
  }),
})
export type OrderPage = z.infer<typeof orderPageSchema>

/** Identifies a payment to open: by an entry about it, or by its order. */
export const paymentKeySchema = z.union([z.object({ entryId: entryIdSchema }), orderKeySchema])
export type PaymentKey = z.infer<typeof paymentKeySchema>

/** The result of opening: a payment, another request, or several payments of which a person chooses one. */
export const openedSchema = z.discriminatedUnion('kind', [
  orderPageSchema,
  z.object({ kind: z.literal('request'), detail: entryDetailSchema }),
  z.object({ kind: z.literal('choice'), payments: z.array(historyRowSchema).readonly() }),
])
export type Opened = z.infer<typeof openedSchema>
