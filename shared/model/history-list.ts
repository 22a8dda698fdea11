/** What the history is asked for, and what it answers: entries, lines of payments, totals. */
import { operationIds } from '../gateway/operations.ts'
import {
  cardReferenceSchema, deskIdSchema, merchantKeySchema, minorUnitsSchema, netMinorUnitsSchema, profileIdSchema,
  utcTimeSchema,
} from './branded.ts'
import { environments, environmentSchema } from './environment.ts'
import { entryStates, historyRowSchema, operationIdSchema } from './history.ts'
import { z } from './zod.ts'

/** `payments`: what touches money. `all`: lookups, connection tests and registrations too. */
const historyViews = ['payments', 'all'] as const
export type HistoryView = (typeof historyViews)[number]

/** `largest` and `smallest` go by the amount in major units, whatever the currency; none is less than any amount. */
const historyOrders = ['newest', 'oldest', 'largest', 'smallest'] as const
export type HistoryOrder = (typeof historyOrders)[number]

/** The desk of an entry, as a filter names it. */
const deskChoiceSchema = z.union([z.literal('this-desk'), deskIdSchema])
export type DeskChoice = z.infer<typeof deskChoiceSchema>

const word = z.string().max(200)
/** Major units: `10.15`. */
const amount = z.string().regex(/^\d{1,15}(?:\.\d{1,4})?$/)

/** Which entries. What is left out, null or empty narrows nothing. */
export const historyFilterSchema = z.object({
  text: z.string().max(10_000),
  states: z.array(z.enum(entryStates)).max(entryStates.length).readonly(),
  operations: z.array(operationIdSchema).max(operationIds.length).readonly(),
  profileId: profileIdSchema.nullable(),
  view: z.enum(historyViews).optional(),
  /** From this moment on, and before that one. */
  from: utcTimeSchema.nullish(),
  until: utcTimeSchema.nullish(),
  merchantKey: merchantKeySchema.nullish(),
  environments: z.array(environmentSchema).max(environments.length).readonly().optional(),
  currency: word.nullish(),
  leastAmount: amount.nullish(),
  mostAmount: amount.nullish(),
  errorCode: word.nullish(),
  who: word.nullish(),
  lastFour: z.string().max(4).nullish(),
  /** Entries of one card: by its reference or by the gateway's hash of it. With both, either is enough. */
  cardReference: cardReferenceSchema.nullish(),
  cardHash: word.nullish(),
  /** Desks that sent them, in a team. */
  desks: z.array(deskChoiceSchema).max(500).readonly().optional(),
})
export type HistoryFilter = z.infer<typeof historyFilterSchema>

/** What to list, newest first unless told otherwise; `before` is the `next` of the page above: a key, no offset. */
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

/** Entries, each by itself. */
export const historyPageSchema = z.object({ rows: z.array(historyRowSchema).readonly(), ...pageEnd })
export type HistoryPage = z.infer<typeof historyPageSchema>

/** Refunds, voids and captures that come with the line of their payment; of more the newest. */
export const mostFolded = 20

/** A line of the list: a payment with what was done to it, or any other entry by itself. */
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
 * Lines. In the view `payments` a refund, void or capture stands under its payment when the filter shows that one, and
 * as a line of its own when it does not.
 */
export const historyLinesSchema = z.object({ lines: z.array(historyLineSchema).readonly(), ...pageEnd })
export type HistoryLines = z.infer<typeof historyLinesSchema>

/** Entries of a filter that have profile, merchant, desk, currency, operation and state in common, added up. */
const historySumSchema = z.object({
  /** Says how the minor units are read: profiles differ in the digits they have (addendum 2). */
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
  /** The net amounts; `netUnknown` entries moved money and nobody knows how much. */
  netMinorAmount: netMinorUnitsSchema,
  netUnknown: z.number(),
})
export type HistorySum = z.infer<typeof historySumSchema>

/** All entries of a filter added up, folded ones too where the filter shows them. */
export const historyTotalsSchema = z.object({ sums: z.array(historySumSchema).readonly() })
export type HistoryTotals = z.infer<typeof historyTotalsSchema>

const choices = z.array(z.object({ value: z.string(), entries: z.number() })).readonly()

/** The values that entries have, most frequent first: what a filter may be chosen from. */
export const historyChoicesSchema = z.object({
  currencies: choices, who: choices, errorCodes: choices, merchants: choices, profiles: choices,
  /** The desks of the team that sent entries, by name; this one first. Empty in no team. */
  desks: z.array(z.object({ desk: deskChoiceSchema, label: z.string(), entries: z.number() })).readonly(),
})
export type HistoryChoices = z.infer<typeof historyChoicesSchema>

/** A card, and how many entries of the view `payments` are of it. Null: neither is known, so that none can be told. */
export const cardPaymentsSchema = z.object({
  cardReference: cardReferenceSchema.nullable(), cardHash: z.string().nullable(), payments: z.number(),
}).nullable()
export type CardPayments = z.infer<typeof cardPaymentsSchema>
