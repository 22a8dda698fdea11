/** The history of all desks, as it is asked for and shown. */
import { deskIdSchema, entryStateSchema, teamHistoryRowSchema } from './team.ts'
import {
  entryIdSchema, maskedSchema, merchantKeySchema, minorUnitsSchema, utcTimeSchema,
} from './branded.ts'
import { environmentSchema } from './environment.ts'
import { entryEventSchema, maskedFieldsSchema } from './history.ts'
import { entryPointSchema } from './profile.ts'
import { teamHolderSchema } from './team-state.ts'
import { z } from './zod.ts'

/** Conditions on entries; all that are given must hold. */
export const teamQuerySchema = z.object({
  /** An id of the entry, whole or its beginning from three characters on; a whole number may also be its amount. */
  id: z.string().max(256).optional(),
  words: z.string().max(1_000).optional(),
  lastFour: z.string().max(4).optional(),
  /** Decimal texts in major units, any of them; of every currency unless one is given. */
  amounts: z.array(z.string().regex(/^\d{1,15}(?:\.\d{1,4})?$/)).max(4).readonly().optional(),
  currency: z.string().max(16).optional(),
  states: z.array(entryStateSchema).max(20).readonly().optional(),
  merchantKeys: z.array(merchantKeySchema).max(200).readonly().optional(),
  operations: z.array(z.string().max(64)).max(100).readonly().optional(),
  desks: z.array(deskIdSchema).max(500).readonly().optional(),
  /** From and before, by the time that the team journal received the entry. */
  from: utcTimeSchema.optional(),
  before: utcTimeSchema.optional(),
})
export type TeamQuery = z.infer<typeof teamQuerySchema>

/** One entry as any desk told it, and whether this desk did. */
const teamRowSchema = teamHistoryRowSchema.extend({ isThisDesk: z.boolean() })
export type TeamRow = z.infer<typeof teamRowSchema>

/** A page of entries, newest first. */
export const teamPageSchema = z.object({
  rows: z.array(teamRowSchema).readonly(),
  /** The key of the next page; null at the end. */
  next: z.string().nullable(),
  /** False when the search stopped before it had looked everywhere: `next` goes on, or the id must be longer. */
  complete: z.boolean(),
})

/** A desk of the team, by the name that it joined with. */
export const teamDesksSchema = z.array(z.object({
  deskId: deskIdSchema, label: z.string(), login: z.string(), isThisDesk: z.boolean(),
})).readonly()
export type TeamDesks = z.infer<typeof teamDesksSchema>

/** One event of an entry as the team journal has it. */
const teamEventSchema = z.object({
  deskId: deskIdSchema, deskLabel: z.string(), number: z.number(),
  /** What it is called in the journal of its desk: `intent`, `claim`, `outcome`, `observation`, `state`. */
  kind: z.string(),
  at: utcTimeSchema,
  /** When the team journal received it, by its server's clock. */
  receivedAt: utcTimeSchema,
  login: z.string(),
  /** The state of the entry after it; null where it says none. */
  state: entryStateSchema.nullable(),
  /** What happened, as the desk's own history has it; null where it tells only a state, or cannot be read. */
  event: entryEventSchema.nullable(),
})
export type TeamEvent = z.infer<typeof teamEventSchema>

/** What a desk sent, masked as it was there. */
export const teamRequestSchema = z.object({
  profileName: z.string(), environment: environmentSchema, entryPoint: entryPointSchema, url: z.string(),
  fields: maskedFieldsSchema, signedText: maskedSchema,
})

/** Everything that the desks told of an entry, in the order of arrival. */
export const teamEntrySchema = z.object({
  row: teamRowSchema,
  /** Null where no desk told it in a form that can be read. */
  request: teamRequestSchema.nullable(),
  events: z.array(teamEventSchema).readonly(),
})
export type TeamEntry = z.infer<typeof teamEntrySchema>

/** What the team has recorded of one order, and this desk, as far as that is not delivered yet. */
export const teamOrderSchema = z.object({
  rows: z.array(teamRowSchema).readonly(),
  /**
   * Minor units of its refunds and voids that are approved or an open outcome, over all desks; null where one of them
   * is of the whole order and nobody recorded how much that is.
   */
  refunded: minorUnitsSchema.nullable(),
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
export type TeamClaimView = z.infer<typeof teamClaimViewSchema>

/** What a verification of the team journal found. */
export const teamVerificationSchema = z.object({
  desks: z.array(z.object({
    deskId: deskIdSchema, label: z.string(), login: z.string(),
    /** Of its key. Null for a desk without one: its chain proves nothing against the database's administrator. */
    fingerprint: z.string().nullable(),
    /** Whether a person here, or a desk that is admitted, has admitted it with this key. */
    standing: z.enum(['this-desk', 'admitted', 'not-admitted']),
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
