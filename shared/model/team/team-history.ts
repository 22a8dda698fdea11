/** The team's records of an order, open claims, and the result of a verification. */
import { teamHistoryRowSchema } from './team.ts'
import { deskIdSchema, entryIdSchema, merchantKeySchema, minorUnitsSchema } from '../values/branded.ts'
import { teamHolderSchema } from './team-state.ts'
import { z } from '../values/zod.ts'

/** An entry as any desk recorded it; `isThisDesk` is true for this desk. */
const teamRowSchema = teamHistoryRowSchema.extend({ isThisDesk: z.boolean() })
export type TeamRow = z.infer<typeof teamRowSchema>

/** The team's records of one order, including this desk's records that are not delivered yet. */
export const teamOrderSchema = z.object({
  rows: z.array(teamRowSchema).readonly(),
  /**
   * Minor units of its refunds and voids that are approved or an open outcome, over all desks; null if one is of the
   * whole order and the order's amount is not recorded.
   */
  refunded: minorUnitsSchema.nullable(),
  refunds: z.number().int(),
  /** The claim of a refund, void or capture that is open now; null if there is none. */
  busyBy: teamHolderSchema.nullable(),
})
export type TeamOrder = z.infer<typeof teamOrderSchema>

/** An open claim, which is an open outcome for the whole team. */
const teamClaimViewSchema = z.object({
  kind: z.enum(['create', 'follow']),
  merchantKey: merchantKeySchema,
  /** The merchant order id (`create`) or the order id (`follow`). */
  id: z.string(),
  holder: teamHolderSchema,
  isThisDesk: z.boolean(),
})
export type TeamClaimView = z.infer<typeof teamClaimViewSchema>

/** The oldest open claims of other desks. `more`: younger ones exist. */
export const teamClaimsSchema = z.object({ claims: z.array(teamClaimViewSchema).readonly(), more: z.boolean() })

/** The result of a verification of the team journal. */
export const teamVerificationSchema = z.object({
  desks: z.array(z.object({
    deskId: deskIdSchema, label: z.string(), login: z.string(),
    /** Of its key. Null for a desk without one: its chain proves nothing against the database's administrator. */
    fingerprint: z.string().nullable(),
    /** Whether a person here, or an admitted desk, has admitted it with this key. */
    standing: z.enum(['this-desk', 'admitted', 'not-admitted']),
    events: z.number(),
    /** The newest event that a valid head covers; 0 for none. */
    provenThrough: z.number(),
  })).readonly(),
  /** At most 100. `deskId` or `entryId` is null if the finding concerns none. */
  breaks: z.array(z.object({
    kind: z.string(), deskId: deskIdSchema.nullable(), number: z.number().nullable(), entryId: entryIdSchema.nullable(),
    table: z.string().nullable(),
  })).readonly(),
})
export type TeamVerification = z.infer<typeof teamVerificationSchema>
