/** The history of all desks, as it is asked for and shown. */
import { deskIdSchema, entryStateSchema, teamHistoryRowSchema } from './team.ts'
import {
  entryIdSchema, merchantKeySchema, minorUnitsSchema, utcTimeSchema,
} from './branded.ts'
import { teamHolderSchema } from './team-state.ts'
import { z } from './zod.ts'

/** Conditions on entries; all that are given must hold. */
export const teamQuerySchema = z.object({
  /** An id of the entry, whole or its beginning from three characters on. */
  id: z.string().max(256).optional(),
  words: z.string().max(1_000).optional(),
  lastFour: z.string().max(4).optional(),
  minorAmount: minorUnitsSchema.optional(),
  currency: z.string().max(16).optional(),
  states: z.array(entryStateSchema).max(20).readonly().optional(),
  merchantKeys: z.array(merchantKeySchema).max(200).readonly().optional(),
  operations: z.array(z.string().max(64)).max(100).readonly().optional(),
  desks: z.array(deskIdSchema).max(500).readonly().optional(),
  /** From and before, by the time that the team journal received the entry. */
  from: utcTimeSchema.optional(),
  before: utcTimeSchema.optional(),
})

/** A page of entries, newest first. */
export const teamPageSchema = z.object({
  rows: z.array(teamHistoryRowSchema.extend({ isThisDesk: z.boolean() })).readonly(),
  /** The key of the next page; null at the end. */
  next: z.string().nullable(),
  /** False when the search stopped before it had looked everywhere: `next` goes on, or the id must be longer. */
  complete: z.boolean(),
})

/** One event of an entry as the team journal has it; `record` is its masked JSON text. */
export const teamEntrySchema = z.array(z.object({
  deskId: deskIdSchema, deskLabel: z.string(), number: z.number(), kind: z.string(), at: utcTimeSchema,
  receivedAt: utcTimeSchema, login: z.string(), state: entryStateSchema.nullable(), record: z.string(),
})).readonly()

/** What the team has recorded of one order. */
export const teamOrderSchema = z.object({
  rows: z.array(teamHistoryRowSchema).readonly(),
  /** Minor units of its refunds and voids that are approved or an open outcome, over all desks. */
  refunded: minorUnitsSchema,
  refunds: z.number().int(),
  /** Who refunds, voids or captures it right now; null for nobody. */
  busyBy: teamHolderSchema.nullable(),
})
export type TeamOrder = z.infer<typeof teamOrderSchema>

/** An open claim: an open outcome of the whole team. */
export const teamClaimViewSchema = z.object({
  kind: z.enum(['create', 'follow']),
  merchantKey: merchantKeySchema,
  /** The merchant order id (`create`) or the order id (`follow`). */
  id: z.string(),
  holder: teamHolderSchema,
  isThisDesk: z.boolean(),
})

/** What a verification of the team journal found. */
export const teamVerificationSchema = z.object({
  desks: z.array(z.object({
    deskId: deskIdSchema, label: z.string(), login: z.string(),
    /** Null for a desk without a key: its chain proves nothing against the database's administrator. */
    keyId: z.string().nullable(),
    /** False for a desk whose key this desk did not know before. */
    known: z.boolean(),
    events: z.number(),
    /** The newest event that a valid head covers; 0 for none. */
    provenThrough: z.number(),
  })).readonly(),
  /** At most 100. `deskId` or `entryId` is null where the finding is not about one. */
  breaks: z.array(z.object({
    kind: z.string(), deskId: deskIdSchema.nullable(), number: z.number().nullable(), entryId: entryIdSchema.nullable(),
    table: z.string().nullable(),
  })).readonly(),
})
export type TeamVerification = z.infer<typeof teamVerificationSchema>
