/** The queries of the history and their results: entries, lines of payments, totals. */
import { operationIds } from '../../gateway/operations/operations.ts'
import {
  cardReferenceSchema, deskIdSchema, merchantKeySchema, minorUnitsSchema, netMinorUnitsSchema, profileIdSchema,
  utcTimeSchema,
} from '../values/branded.ts'
import { environments, environmentSchema } from '../values/environment.ts'
import { entryStates, historyRowSchema, operationIdSchema } from './history.ts'
import { z } from '../values/zod.ts'

/** `payments`: requests that touch money. `all`: also lookups, connection tests and registrations. */
const historyViews = ['payments', 'all'] as const
export type HistoryView = (typeof historyViews)[number]

/** `largest` and `smallest` go by the amount in major units, whatever the currency; none is less than any amount. */
const historyOrders = ['newest', 'oldest', 'largest', 'smallest'] as const
export type HistoryOrder = (typeof historyOrders)[number]

/** The desk of an entry, as a filter names it. */
export const deskChoiceSchema = z.union([z.literal('this-desk'), deskIdSchema])
export type DeskChoice = z.infer<typeof deskChoiceSchema>

/** The card brand, in lists and sums, of entries whose content was removed. */
export const removedBrand = 'removed'

/** Values that an entry may lack. */
const absences = ['currency', 'errorCode', 'cardBrand'] as const

/** A value by which entries are filtered. */
export const word = z.string().max(200)
/** Major units: `10.15`. */
const amount = z.string().regex(/^\d{1,15}(?:\.\d{1,4})?$/)

/** Selects entries. A condition that is absent, null or empty does not narrow. */
export const historyFilterSchema = z.object({
  text: z.string().max(10_000),
  states: z.array(z.enum(entryStates)).max(entryStates.length).readonly(),
  operations: z.array(operationIdSchema).max(operationIds.length).readonly(),
  profileId: profileIdSchema.nullable(),
  view: z.enum(historyViews).optional(),
  /** From this moment on (inclusive); `until` is exclusive. */
  from: utcTimeSchema.nullish(),
  until: utcTimeSchema.nullish(),
  /**
   * Entries that became final from this moment on and before `finalUntil`: they touch money, and the desk recorded
   * their outcome then, or is in doubt about it since then.
   */
  finalFrom: utcTimeSchema.nullish(),
  finalUntil: utcTimeSchema.nullish(),
  merchantKey: merchantKeySchema.nullish(),
  environments: z.array(environmentSchema).max(environments.length).readonly().optional(),
  currency: word.nullish(),
  leastAmount: amount.nullish(),
  mostAmount: amount.nullish(),
  errorCode: word.nullish(),
  cardBrand: word.nullish(),
  /** Entries with a note that has this tag. */
  tag: word.nullish(),
  /** Entries that have none of these. */
  without: z.array(z.enum(absences)).max(absences.length).readonly().optional(),
  who: word.nullish(),
  lastFour: z.string().max(4).nullish(),
  /** Entries of one card, by its reference or the gateway's hash of it. With both, either matches. */
  cardReference: cardReferenceSchema.nullish(),
  cardHash: word.nullish(),
  /** Desks that sent them, in a team. */
  desks: z.array(deskChoiceSchema).max(500).readonly().optional(),
})
export type HistoryFilter = z.infer<typeof historyFilterSchema>

/**
 * A query of the list, newest first unless `order` differs; `before` is the `next` of the previous page: a key, not an
 * offset.
 */
export const historyQuerySchema = historyFilterSchema.extend({
  order: z.enum(historyOrders).optional(),
  before: z.string().max(128).nullable(),
  limit: z.number().int().min(1).max(200),
})
export type HistoryQuery = z.infer<typeof historyQuerySchema>

const pageEnd = {
  /** Null when this is the last page. */
  next: z.string().nullable(),
}

/** Entries, one by one. */
export const historyPageSchema = z.object({ rows: z.array(historyRowSchema).readonly(), ...pageEnd })
export type HistoryPage = z.infer<typeof historyPageSchema>

/** Refunds, voids and captures that are listed with their payment; of more, only the newest. */
export const mostFolded = 20

/** A line of the list: a payment with its refunds, voids and captures, or any other single entry. */
const historyLineSchema = z.object({
  row: historyRowSchema,
  /** Refunds, voids and captures of the payment, newest first, whether the filter shows them or not. */
  folded: z.array(historyRowSchema).readonly(),
  /** How many of them there are. */
  foldedCount: z.number(),
  /** How often the status was checked since, as kept with the entry. */
  checks: z.number(),
})
export type HistoryLine = z.infer<typeof historyLineSchema>

/**
 * Lines. In the view `payments` a refund, void or capture is listed under its payment where the filter includes that
 * payment, else as its own line.
 */
export const historyLinesSchema = z.object({ lines: z.array(historyLineSchema).readonly(), ...pageEnd })
export type HistoryLines = z.infer<typeof historyLinesSchema>

/** Entries of a filter that have profile, merchant, desk, currency, operation and state in common, added up. */
const historySumSchema = z.object({
  /** Determines how the minor units are read: profiles differ in their digits (addendum 2). */
  profileId: profileIdSchema,
  merchantKey: merchantKeySchema,
  /** The other desk that sent them; null for this one. */
  sentBy: deskIdSchema.nullable(),
  /** Null for entries whose currency is not known. */
  currency: z.string().nullable(),
  operation: operationIdSchema,
  state: z.enum(entryStates),
  entries: z.number(),
  /** The reviewed amounts; `withoutAmount` entries have none that is known. */
  minorAmount: minorUnitsSchema,
  withoutAmount: z.number(),
  /** The net amounts; `netUnknown` entries moved money by an amount that is not known. */
  netMinorAmount: netMinorUnitsSchema,
  netUnknown: z.number(),
})
export type HistorySum = z.infer<typeof historySumSchema>

/** The totals of all entries of a filter, including folded ones that the filter shows. */
export const historyTotalsSchema = z.object({ sums: z.array(historySumSchema).readonly() })
export type HistoryTotals = z.infer<typeof historyTotalsSchema>

/**
 * Charges of one card, amount and currency around a charge, itself included, newest first. Without a known card or
 * amount only itself.
 */
export const chargesAroundSchema = z.object({ cardKnown: z.boolean(), charges: z.array(historyRowSchema).readonly() })
export type ChargesAround = z.infer<typeof chargesAroundSchema>

/** Most choices of a filter: of more values, the most frequent. */
export const mostChoices = 200

const choices = z.array(z.object({ value: z.string(), entries: z.number() })).readonly()

/** The values of the entries, most frequent first, as choices for a filter. */
export const historyChoicesSchema = z.object({
  currencies: choices, who: choices, errorCodes: choices, merchants: choices, profiles: choices, tags: choices,
  /** The desks of the team that sent entries, by name; this one first. Empty without a team. */
  desks: z.array(z.object({ desk: deskChoiceSchema, label: z.string(), entries: z.number() })).readonly(),
})
export type HistoryChoices = z.infer<typeof historyChoicesSchema>

/** A card, and the number of its entries in the view `payments`. Null when neither id is known. */
export const cardPaymentsSchema = z.object({
  cardReference: cardReferenceSchema.nullable(), cardHash: z.string().nullable(), payments: z.number(),
}).nullable()
export type CardPayments = z.infer<typeof cardPaymentsSchema>
