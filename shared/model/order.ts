import {
  entryIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema, profileIdSchema,
} from './branded.ts'
import { environmentSchema } from './environment.ts'
import { entryDetailSchema } from './history.ts'
import { entryPointSchema } from './profile.ts'
import { z } from './zod.ts'

/** Identifies an order: its profile and entry point, and at least one of its two ids. */
export const orderKeySchema = z.object({
  profileId: profileIdSchema,
  entryPoint: entryPointSchema,
  orderId: orderIdSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
})
export type OrderKey = z.infer<typeof orderKeySchema>

/** One order as far as this installation's journal knows it. The gateway is not queried for it. */
export const orderPageSchema = z.object({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  entryPoint: entryPointSchema,
  orderId: orderIdSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
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

/** The facts that gateway support asks for, as one masked text. */
export const investigationSchema = z.object({ text: maskedSchema, fileName: z.string() })
export type Investigation = z.infer<typeof investigationSchema>
