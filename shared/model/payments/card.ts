/** Cards on file: references that a merchant may charge in one environment, with the facts that replies reported. */
import { cardReferenceSchema, merchantKeySchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema } from '../history/history.ts'
import { shownNoteSchema } from '../history/note.ts'
import { z } from '../values/zod.ts'

const reported = z.string().nullable()

/** Facts of a card from replies; null if none is stored. */
const cardReportedSchema = z.object({
  lastFour: reported,
  /** The first digits, at most six. */
  bin: reported,
  brand: reported,
  holder: reported,
  /** From the newest lookup; a payment's reply does not contain it. */
  expiry: z.object({ month: z.string(), year: z.string() }).nullable(),
  /** When a lookup of the card was last answered. */
  lookedUpAt: utcTimeSchema.nullable(),
})
export type CardReported = z.infer<typeof cardReportedSchema>

/** A merchant in an environment, who may charge the cards on file there. */
const cardOwnerSchema = z.object({ merchantKey: merchantKeySchema, environment: environmentSchema })
export type CardOwner = z.infer<typeof cardOwnerSchema>

export const cardOnFileSchema = cardReportedSchema.extend({
  cardReference: cardReferenceSchema,
  /** The number of entries that touched money, including those of other desks if they are copied here. */
  payments: z.number(),
  lastPayment: historyRowSchema.nullable(),
})
export type CardOnFile = z.infer<typeof cardOnFileSchema>

/** The most payments on a card page, newest first. */
export const mostCardPayments = 200

/** A payment by a card, with the refunds, voids and captures of its order, newest first. */
const cardPaymentSchema = z.object({
  row: historyRowSchema, actions: z.array(historyRowSchema).readonly(),
})
export type CardPayment = z.infer<typeof cardPaymentSchema>

export const cardPageSchema = z.object({
  /** Null if it is not on file. */
  card: cardOnFileSchema.nullable(),
  /** Newest first. */
  payments: z.array(cardPaymentSchema).readonly(),
  /** True if older payments are left out. */
  cut: z.boolean(),
  /** Notes about the card, newest first. */
  notes: z.array(shownNoteSchema).readonly(),
})
export type CardPage = z.infer<typeof cardPageSchema>
