/** Cards on file: references that a merchant may charge in one environment, with what replies reported of the card. */
import { cardReferenceSchema, merchantKeySchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema } from '../history/history.ts'
import { shownNoteSchema } from '../history/note.ts'
import { z } from '../values/zod.ts'

const reported = z.string().nullable()

/** What replies reported of a card; null where nothing is kept about it. */
const cardReportedSchema = z.object({
  lastFour: reported,
  /** The first digits, at most six. */
  bin: reported,
  brand: reported,
  holder: reported,
  /** As the newest lookup reported it; a payment's reply has none. */
  expiry: z.object({ month: z.string(), year: z.string() }).nullable(),
  /** When the card was last looked up with an answer. */
  lookedUpAt: utcTimeSchema.nullable(),
})
export type CardReported = z.infer<typeof cardReportedSchema>

/** A merchant in an environment: it may charge the cards that it has on file there. */
const cardOwnerSchema = z.object({ merchantKey: merchantKeySchema, environment: environmentSchema })
export type CardOwner = z.infer<typeof cardOwnerSchema>

export const cardOnFileSchema = cardReportedSchema.extend({
  cardReference: cardReferenceSchema,
  /** Entries that touched money, other desks' included where they are kept. */
  payments: z.number(),
  lastPayment: historyRowSchema.nullable(),
})
export type CardOnFile = z.infer<typeof cardOnFileSchema>

/** Payments on a card page; of more, only the newest are shown. */
export const mostCardPayments = 200

/** A payment by a card, with the refunds, voids and captures of its order, newest first. */
const cardPaymentSchema = z.object({
  row: historyRowSchema, actions: z.array(historyRowSchema).readonly(),
})
export type CardPayment = z.infer<typeof cardPaymentSchema>

export const cardPageSchema = z.object({
  /** Null where it is not on file. */
  card: cardOnFileSchema.nullable(),
  /** Newest first. */
  payments: z.array(cardPaymentSchema).readonly(),
  /** True where older payments are left out. */
  cut: z.boolean(),
  /** Notes about the card, newest first. */
  notes: z.array(shownNoteSchema).readonly(),
})
export type CardPage = z.infer<typeof cardPageSchema>
