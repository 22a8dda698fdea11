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

/** `largest` and `smallest` compare amounts in major units, regardless of currency; no amount is the smallest. */
const historyOrders = ['newest', 'oldest', 'largest', 'smallest'] as const
export type HistoryOrder = (typeof historyOrders)[number]

/** The desk of an entry, as a filter refers to it. */
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

/** Selects entries. A condition that is absent, null or empty selects all. */
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
   * Entries that became final from this moment on and before `finalUntil`: they touch money, and their outcome was
   * recorded then, or has been uncertain since then.
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
  /** Entries with a note with this tag. */
  tag: word.nullish(),
  /** Entries without any of these values. */
  without: z.array(z.enum(absences)).max(absences.length).readonly().optional(),
  /** Payments that the gateway reports differently than they were sent. */
  reportedOtherwise: z.literal(true).optional(),
  who: word.nullish(),
  lastFour: z.string().max(4).nullish(),
  /** Entries of one card, by its reference or the gateway's hash of it; either may match. */
  cardReference: cardReferenceSchema.nullish(),
  cardHash: word.nullish(),
  /** In a team, the desks that sent the entries. */
  desks: z.array(deskChoiceSchema).max(500).readonly().optional(),
})
export type HistoryFilter = z.infer<typeof historyFilterSchema>

/**
 * A query of the list, newest first unless `order` differs. `before` is the `next` of the previous page: a key, not an
 * offset.
 */
export const historyQuerySchema = historyFilterSchema.extend({
  order: z.enum(historyOrders).optional(),
  before: z.string().max(128).nullable(),
  limit: z.number().int().min(1).max(200),
})
export type HistoryQuery = z.infer<typeof historyQuerySchema>

const pageEnd = {
  /** Null on the last page. */
  next: z.string().nullable(),
}

/** Entries without grouping. */
export const historyPageSchema = z.object({ rows: z.array(historyRowSchema).readonly(), ...pageEnd })
export type HistoryPage = z.infer<typeof historyPageSchema>

/** The most refunds, voids and captures listed with their payment, newest first. */
export const mostFolded = 20

/** A line of the list: a payment with its refunds, voids and captures, or any other single entry. */
const historyLineSchema = z.object({
  row: historyRowSchema,
  /** Refunds, voids and captures of the payment, newest first, whether the filter includes them or not. */
  folded: z.array(historyRowSchema).readonly(),
  /** The number of all of them. */
  foldedCount: z.number(),
  /** The number of status checks since the request, as stored with the entry. */
  checks: z.number(),
})
export type HistoryLine = z.infer<typeof historyLineSchema>

/**
 * In the view `payments` a refund, void or capture is listed under its payment if the filter includes that payment,
 * otherwise as its own line.
 */
export const historyLinesSchema = z.object({ lines: z.array(historyLineSchema).readonly(), ...pageEnd })
export type HistoryLines = z.infer<typeof historyLinesSchema>

/** The sums of a filter's entries with the same profile, merchant, desk, currency, operation and state. */
const historySumSchema = z.object({
  /** Decides how minor units are read: profiles differ in their digits (addendum 2). */
  profileId: profileIdSchema,
  merchantKey: merchantKeySchema,
  /** The other desk that sent them; null for this one. */
  sentBy: deskIdSchema.nullable(),
  /** Null for entries without a known currency. */
  currency: z.string().nullable(),
  operation: operationIdSchema,
  state: z.enum(entryStates),
  entries: z.number(),
  /** The reviewed amounts; `withoutAmount` entries have no known amount. */
  minorAmount: minorUnitsSchema,
  withoutAmount: z.number(),
  /** The net amounts; `netUnknown` entries moved an unknown amount. */
  netMinorAmount: netMinorUnitsSchema,
  netUnknown: z.number(),
  /** The entries that the gateway reports differently than they were sent. */
  reportedOtherwise: z.number(),
})
export type HistorySum = z.infer<typeof historySumSchema>

/** The totals of all entries of a filter, folded ones included. */
export const historyTotalsSchema = z.object({ sums: z.array(historySumSchema).readonly() })
export type HistoryTotals = z.infer<typeof historyTotalsSchema>

/**
 * Charges with a charge's card, amount and currency around it, itself included, newest first. Only itself if its card
 * or amount is not known.
 */
export const chargesAroundSchema = z.object({ cardKnown: z.boolean(), charges: z.array(historyRowSchema).readonly() })
export type ChargesAround = z.infer<typeof chargesAroundSchema>

/** The most choices of a filter; the most frequent values are kept. */
export const mostChoices = 200

const choices = z.array(z.object({ value: z.string(), entries: z.number() })).readonly()

/** The values of entries as choices for a filter, most frequent first. */
export const historyChoicesSchema = z.object({
  currencies: choices, who: choices, errorCodes: choices, merchants: choices, profiles: choices, tags: choices,
  /** The desks of the team that sent entries, by name; this one first. Empty without a team. */
  desks: z.array(z.object({ desk: deskChoiceSchema, label: z.string(), entries: z.number() })).readonly(),
})
export type HistoryChoices = z.infer<typeof historyChoicesSchema>

/** A card, and the number of its entries in the view `payments`. Null if neither id is known. */
export const cardPaymentsSchema = z.object({
  cardReference: cardReferenceSchema.nullable(), cardHash: z.string().nullable(), payments: z.number(),
}).nullable()
export type CardPayments = z.infer<typeof cardPaymentsSchema>
