import type { OperationId } from '../../gateway/operations/operations.ts'
import { operationIds } from '../../gateway/operations/operations.ts'
import {
  cardReferenceSchema, deskIdSchema, entryIdSchema, maskedSchema, merchantKeySchema, merchantOrderIdSchema,
  minorUnitsSchema, netMinorUnitsSchema, orderIdSchema, profileIdSchema, serialNumberSchema, utcTimeSchema,
} from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { shownNoteSchema } from './note.ts'
import { entryPointSchema } from '../profiles/profile.ts'
import { z } from '../values/zod.ts'

/** The outcomes of a send, as defined in `gateway/outcome.ts`. */
export const outcomeKinds = ['accepted', 'answered', 'refused', 'access-denied', 'not-sent', 'unknown'] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

/**
 * The state of an entry. `sending`: intent without an outcome. `processing`: accepted, not final. `approved`,
 * `declined`, `filtered`, `error`: the order's final status. `answered`: a read or a registration that succeeded.
 * `failed`: answered, but its own `status` reports a failure (a declined card registration). `not-found`: a person
 * closed "not found at the gateway" as "not charged" (addendum 10); an order that appears later reopens it.
 * `closed-error`: a person closed an error (addendum 7); another status reopens it. `closed-unknown`: an administrator
 * closed a refund, void or capture whose outcome stayed unknown; a status that matches reopens it.
 */
export const entryStates = [
  'sending', 'processing', 'approved', 'declined', 'filtered', 'error',
  'answered', 'failed', 'refused', 'access-denied', 'not-sent', 'unknown', 'not-found', 'closed-error', 'closed-unknown',
] as const
export type EntryState = (typeof entryStates)[number]

/**
 * What a state proves about the request: `open` may still get any outcome, `undone` certainly had no effect,
 * `closed-by-hand` was closed by a person and proves nothing, `ended` has its outcome.
 */
const stateGroups = {
  'sending': 'open', 'processing': 'open', 'unknown': 'open',
  // The bank may still have to clarify the result (addendum 7): money may have moved.
  'error': 'open',
  'refused': 'undone', 'access-denied': 'undone', 'not-sent': 'undone',
  'not-found': 'closed-by-hand', 'closed-error': 'closed-by-hand', 'closed-unknown': 'closed-by-hand',
  'approved': 'ended', 'declined': 'ended', 'filtered': 'ended', 'answered': 'ended', 'failed': 'ended',
} as const satisfies Record<EntryState, 'open' | 'undone' | 'closed-by-hand' | 'ended'>

type StateThatIs<Group extends (typeof stateGroups)[EntryState]> =
  { [State in EntryState]: (typeof stateGroups)[State] extends Group ? State : never }[EntryState]

/** True for an open outcome: the request is being sent, in progress, unknown, or ended in error. */
export function isOpen(state: EntryState): state is StateThatIs<'open'> {
  return stateGroups[state] === 'open'
}

/** True if the request certainly had no effect: it was refused, or nothing was sent. */
export function isUndone(state: EntryState): state is StateThatIs<'undone'> {
  return stateGroups[state] === 'undone'
}

/** The states of an entry that a person closed. */
export const closedByHand: readonly EntryState[] = entryStates.filter((state) => stateGroups[state] === 'closed-by-hand')

/** True without a certain outcome: open, or closed by a person, which proves nothing. Money may have moved. */
export function isUncertain(state: EntryState): state is StateThatIs<'open' | 'closed-by-hand'> {
  return isOpen(state) || stateGroups[state] === 'closed-by-hand'
}

export const operationIdSchema = z.enum(operationIds as [OperationId, ...OperationId[]])
export const effectSchema = z.enum(['reads', 'registers', 'moves-money', 'holds-money', 'continues-order'])

/**
 * Whether an entry collides with an earlier one of its merchant, which should have prevented it: with the same merchant
 * order id, or another open refund, void or capture of the order. Collisions arise if a person declares two addresses
 * as one merchant's, or if entries of another file or desk are copied. `open` collisions are open outcomes until a
 * person has compared both at the gateway.
 */
const collisions = ['open', 'closed'] as const

/** What a status may report differently than a payment was sent, or than it was reported before (§2.9). */
const reportedDifferences = ['amount', 'currency', 'type', 'status'] as const
export type ReportedDifference = (typeof reportedDifferences)[number]

const nullableText = z.string().nullable()

const maskedFieldsSchema = z.array(z.object({ name: z.string(), value: maskedSchema })).readonly()

/** One line of the history. */
export const historyRowSchema = z.object({
  entryId: entryIdSchema,
  at: utcTimeSchema,
  who: z.string(),
  profileId: profileIdSchema,
  profileName: z.string(),
  /** The merchant, who must be charged only once. */
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  operation: operationIdSchema,
  effect: effectSchema,
  entryPoint: entryPointSchema,
  state: z.enum(entryStates),
  collision: z.enum(collisions).nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(),
  orderId: orderIdSchema.nullable(),
  serialNumber: serialNumberSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  lastFour: nullableText,
  minorAmount: minorUnitsSchema.nullable(),
  enumeratedMinorAmounts: z.array(minorUnitsSchema).readonly(),
  currency: nullableText,
  errorCode: nullableText,
  errorText: maskedSchema.nullable(),
  /**
   * The amount that a person reviewed: the amount sent, or the gateway's amount of the order for a whole refund, void
   * or capture; the first of enumerated amounts. Null if not known.
   */
  reviewed: z.object({ minorAmount: minorUnitsSchema, currency: z.string() }).nullable(),
  /** What an approved movement brought the merchant, or cost (minus); null if nothing moved, or if not known. */
  netMinorAmount: netMinorUnitsSchema.nullable(),
  /** Present if it cancels a hold instead of returning money (addendum 8); it is then called a release. */
  releasesHold: z.literal(true).optional(),
  /** What the gateway reports differently of the payment that it created; absent without a difference. */
  reportedOtherwise: z.array(z.enum(reportedDifferences)).readonly().optional(),
  /** When retention removed all its content except the facts. */
  contentRemovedAt: utcTimeSchema.optional(),
  /** The card as in replies: the network's name and the cardholder. */
  cardBrand: nullableText,
  cardholder: maskedSchema.nullable(),
  /** The bank's retrieval reference number (RRN) and approval code of this transaction. */
  bankReference: nullableText,
  approvalCode: nullableText,
  /** When the gateway reported the final status; null if its date has no zone. */
  finalAt: utcTimeSchema.nullable(),
  /** Why a person sent it despite a warning, and the comment that was sent. */
  reason: maskedSchema.nullable(),
  comment: maskedSchema.nullable(),
  /** The number of its notes, without removed ones; absent if there are none. */
  notes: z.number().optional(),
  /** The entry that created its order (possibly itself); null if it is not recorded here. */
  paymentEntryId: entryIdSchema.nullable(),
  /** The other desk of the team that sent it, and its name; absent if this desk did. */
  sentBy: deskIdSchema.optional(),
  sentByLabel: z.string().optional(),
  /** Present if it is read from the copy of that desk's log. Absent if this desk adopted the entry. */
  isCopy: z.literal(true).optional(),
})
export type HistoryRow = z.infer<typeof historyRowSchema>

/**
 * A person's statement about an open outcome: "not found at the gateway" counts as "not charged" (addendum 10), an
 * `error` moved no money (addendum 7), or both entries of a `collision` were compared at the gateway.
 */
export const closingKinds = ['not-found', 'error', 'unknown', 'collision'] as const
export type ClosingKind = (typeof closingKinds)[number]

/** The time, and the name of the desk that recorded it, if that is another one. */
const recorded = { at: utcTimeSchema, desk: z.string().optional() }

/** One event of an entry, in order. `repeats` counts the equal observations that followed. */
const entryEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), ...recorded, who: z.string(), reason: maskedSchema.nullable() }),
  z.object({
    kind: z.literal('outcome'), ...recorded, outcome: z.enum(outcomeKinds), fault: nullableText,
    httpStatus: z.number().nullable(), status: nullableText, stage: nullableText, errorCode: nullableText,
    errorText: maskedSchema.nullable(), durationMs: z.number(), reply: maskedSchema.nullable(),
  }),
  z.object({
    kind: z.literal('observation'), ...recorded, lastAt: utcTimeSchema, repeats: z.number(), status: z.string(),
    stage: nullableText,
    /** The 3-D Secure step (`tds-status`), if the reply named one. */
    step: nullableText,
    errorCode: nullableText, errorText: maskedSchema.nullable(), reply: maskedSchema, resolves: z.boolean(),
  }),
  /** A person closed an open outcome; the reply justified it, if the status was queried. */
  z.object({
    kind: z.literal('closing'), ...recorded, who: z.string(), reason: maskedSchema,
    closes: z.enum(closingKinds), errorCode: nullableText,
    errorText: maskedSchema.nullable(), reply: maskedSchema.nullable(),
  }),
])
export type EntryEvent = z.infer<typeof entryEventSchema>

/** An entry with all its stored data. */
export const entryDetailSchema = z.object({
  row: historyRowSchema,
  url: z.string(),
  /** The merchant's login that signed it. */
  login: z.string(),
  /** The gateway's clock at the send; null if not known. */
  gatewayAt: utcTimeSchema.nullable(),
  fields: maskedFieldsSchema,
  signedText: maskedSchema,
  askedSerialNumber: serialNumberSchema.nullable(),
  events: z.array(entryEventSchema).readonly(),
  /** Newest first. */
  notes: z.array(shownNoteSchema).readonly(),
})
export type EntryDetail = z.infer<typeof entryDetailSchema>
