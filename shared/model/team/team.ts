/** The parts of an event's facts that the engine of a team journal reads. It stores the rest unread. */
import type { EntryId, TeamEventId, UtcTime } from '../../brands.ts'
import {
  deskIdSchema, entryIdSchema, merchantKeySchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema, utcTimeSchema,
} from '../values/branded.ts'
import { entryStates } from '../history/history.ts'
import { z } from '../values/zod.ts'

export const entryStateSchema = z.enum(entryStates)

/** The most characters of an event's facts, as JSON text. */
export const longestTeamFacts = 1_000_000
/** The most characters of its content: the longest stored reply fits with every character escaped. */
export const longestTeamContent = 4_000_000

/** The subject of a claim: the merchant order id of a new order, or the order of a refund, void or capture. */
const claimSlotSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), merchantKey: merchantKeySchema, id: merchantOrderIdSchema }),
  z.object({ kind: z.literal('follow'), merchantKey: merchantKeySchema, id: orderIdSchema }),
])
export type ClaimSlot = z.infer<typeof claimSlotSchema>

/** A keyed digest of a destination. Its first eight digits identify the key: only digests of one key are comparable. */
export const destinationSchema = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * A possible duplicate: claims with the same key are counted, 1, 2, 3 … `seen` is the count that a person has seen and
 * accepted, 0 for none. `atAnyAge`: an earlier one that is still open counts at any age.
 */
const possibleDuplicateSchema = z.object({
  key: z.string().min(1).max(2_048), seen: z.int().min(0).max(1_000_000), atAnyAge: z.boolean(),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicateSchema>

const teamClaimSchema = z.object({
  slot: claimSlotSchema, duplicates: z.array(possibleDuplicateSchema).max(64).readonly(),
  /** The keyed digest of the money's destination: payments with different destinations are no possible duplicates. */
  destination: destinationSchema.optional(),
})
export type TeamClaim = z.infer<typeof teamClaimSchema>

/** The team journal's facts of an entry, in the entry's first event. */
const teamEntrySchema = z.object({
  merchantKey: merchantKeySchema,
  operation: z.string().max(64),
  /** The person, by name at the desk. */
  who: z.string().max(200),
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  minorAmount: minorUnitsSchema.nullable(),
  currency: z.string().max(16).nullable(),
})

/**
 * The parts of an event's facts that the engine reads; all are optional. `record` is the permanent part of the desk's
 * own record; it identifies no customer.
 */
export const teamFactsSchema = z.object({
  claim: teamClaimSchema.optional(),
  entry: teamEntrySchema.optional(),
  /** The merchant order id and the order id by which the entry is found. */
  ids: z.array(z.string().min(1).max(256)).max(64).readonly().optional(),
  /** The state of the entry after this event. */
  state: entryStateSchema.optional(),
  /** The state that ends the claim of the entry: see `endsClaim`. */
  closes: entryStateSchema.optional(),
  record: z.unknown().optional(),
})
export type TeamFacts = z.infer<typeof teamFactsSchema>

/** The removable part of an event: the masked rest of the desk's record, as JSON text. */
export interface TeamContent {
  /** 16 random bytes, as 32 hexadecimal digits: without them removed content could be guessed from its digest. */
  readonly salt: string
  readonly body: string
}

/** An event to deliver. The same event has the same id in every attempt. */
export interface TeamDraft {
  readonly eventId: TeamEventId
  readonly entryId: EntryId | null
  /** Lower-case words with hyphens, such as `outcome`. Unknown kinds are stored like all others. */
  readonly kind: string
  readonly at: UtcTime
  readonly facts: TeamFacts
  /** Null for an event without content; `text` is null if it was removed before. */
  readonly content: { readonly digest: string; readonly text: TeamContent | null } | null
}

/** An entry of an order in the team journal. */
export const teamHistoryRowSchema = teamEntrySchema.extend({
  entryId: entryIdSchema,
  deskId: deskIdSchema,
  deskLabel: z.string(),
  /** The login of the person at the database. */
  login: z.string(),
  /** When the team journal received the entry, by its server's clock. */
  at: utcTimeSchema,
  /** The newest delivered state. */
  state: entryStateSchema.nullable(),
  /** A refund that releases a hold: no money of the merchant moves. */
  releasesHold: z.literal(true).optional(),
})
export type TeamHistoryRow = z.infer<typeof teamHistoryRowSchema>
