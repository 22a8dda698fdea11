/**
 * Batches: one operation for many rows. A *draft* is a table that is being checked; none of it was sent. A *batch* is a
 * draft that a person confirmed; its rows are sent one by one, each as a payment of its own.
 */
import { fieldKeys, type FieldKey } from '../../gateway/fields/fields.ts'
import { operationIds, operations, type OperationId } from '../../gateway/operations/operations.ts'
import {
  entryIdSchema, maskedSchema, merchantOrderIdSchema, minorUnitsSchema, orderIdSchema, profileIdSchema, utcTimeSchema,
  cardReferenceSchema,
} from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { failureSchema, problemSchema } from '../answers/failure.ts'
import { entryStates } from '../history/history.ts'
import { entryPointSchema } from '../profiles/profile.ts'
import { separators } from '../../tables/written-amounts.ts'
import { z } from '../values/zod.ts'

/** The most rows of a batch. */
export const mostRows = 10_000
/** The most batches of a profile in the list, newest first; paused ones are listed at any age. */
export const mostBatchesListed = 50

/** 32 hexadecimal digits. */
export const batchIdSchema = z.string().regex(/^[0-9a-f]{32}$/).brand<'BatchId'>()
export type BatchId = z.infer<typeof batchIdSchema>
export const draftIdSchema = z.string().regex(/^[0-9a-f]{32}$/).brand<'DraftId'>()
export type DraftId = z.infer<typeof draftIdSchema>

/** One row of a batch, counted from 0. */
export interface BatchPlace {
  readonly batchId: BatchId
  readonly row: number
}

/** The operations that can be sent as batches, by their catalogue entries. */
export const batchOperationSchema = z.enum(
  operationIds.filter((id) => operations[id].batch !== undefined) as [OperationId, ...OperationId[]],
)

const fieldKeySchema = z.enum(fieldKeys as [FieldKey, ...FieldKey[]])

/** The sum of one currency; `withoutAmount` rows have no known amount. */
const batchSumSchema = z.object({
  currency: z.string().nullable(), rows: z.number(), minorAmount: minorUnitsSchema, withoutAmount: z.number(),
})
export type BatchSum = z.infer<typeof batchSumSchema>

const countedSchema = z.object({ rows: z.number(), sums: z.array(batchSumSchema).readonly() })

/** The meaning of a column: a field, the name from which merchant order ids are derived, or none. */
export const columnMeaningSchema = z.union([fieldKeySchema, z.literal('row-name'), z.null()])
export type ColumnMeaning = z.infer<typeof columnMeaningSchema>

/**
 * A column of the draft's table. `recognisedBy` is null without a meaning; `mayMean`: other columns may have it too.
 */
const draftColumnSchema = z.object({
  header: maskedSchema, examples: z.array(maskedSchema).readonly(), meaning: columnMeaningSchema,
  recognisedBy: z.enum(['wire-name', 'label', 'kept', 'person']).nullable(),
  mayMean: columnMeaningSchema.optional(),
})

/** The state of a row of a draft. `duplicate`: a possible duplicate, which a person may accept with a reason. */
export const draftRowStates = ['problem', 'duplicate', 'done-before', 'ready', 'left-out'] as const
export type DraftRowState = (typeof draftRowStates)[number]

/**
 * What a row may duplicate, or the state of its earlier request. Rows of the kinds `same-id` and `order-busy` cannot be
 * accepted: they would be refused when they are sent.
 */
const earlierSchema = z.object({
  kind: z.enum([
    /** An equal row of this table, or one with the same merchant order id. */ 'row', 'same-id',
    /** Another refund, void or capture of the order has an open outcome. */ 'order-busy',
    /** The merchant order id has created an order. */ 'merchant-order-id-used',
    /** An equal payment, or an equal refund, void or capture of the order. */ 'equal-payment', 'equal-refund',
    /** The same of another desk of the team. */ 'other-desk',
  ]),
  line: z.number().nullable(), entryId: entryIdSchema.nullable(), state: z.enum(entryStates).nullable(),
  at: utcTimeSchema.nullable(),
})

/**
 * Why a row cannot be sent, regardless of its cells. `detail` is the limit in major units with its currency, the state
 * of the payment, or the profile's name.
 */
const rowObstacles = [
  'over-limit', 'other-profile', 'not-declined', 'without-card', 'not-an-order', 'other-desk', 'no-such-entry',
] as const
export type RowObstacle = (typeof rowObstacles)[number]

/** A cell that a person changed. */
const changedCellSchema = z.object({
  line: z.number(), field: fieldKeySchema, before: maskedSchema, after: maskedSchema,
})

/** A row of a draft, with masked values. */
export const draftRowSchema = z.object({
  /** The position in the draft, from 0, and the line of the file. */
  row: z.number(), line: z.number(),
  state: z.enum(draftRowStates),
  values: z.partialRecord(fieldKeySchema, maskedSchema),
  problems: z.array(problemSchema).readonly(),
  obstacle: z.object({ code: z.enum(rowObstacles), detail: z.string() }).nullable(),
  /** Notes for the person; they block nothing. */
  notes: z.array(z.enum(['amount-unusual', 'card-expired', 'card-not-known', 'card-not-active'])).readonly(),
  earlier: earlierSchema.nullable(),
  /** The card, if it is known here or was looked up. */
  card: z.object({
    brand: z.string().nullable(), lastFour: z.string().nullable(), holder: maskedSchema.nullable(),
  }).nullable(),
  minorAmount: minorUnitsSchema.nullable(), currency: z.string().nullable(),
  /** Why a possible duplicate is sent nevertheless. */
  accepted: maskedSchema.nullable(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

/** Values for all rows, for fields without a column, as typed. */
export const draftDefaultsSchema = z.partialRecord(fieldKeySchema, z.string().max(4_096))

/** A draft for display; rows are read in pages. `version` grows with every change. */
export const draftSchema = z.object({
  draftId: draftIdSchema, version: z.number(),
  profileId: profileIdSchema, profileName: z.string(), environment: environmentSchema, entryPoint: entryPointSchema,
  operation: batchOperationSchema,
  source: z.enum(['file', 'clipboard', 'history']), fileName: maskedSchema.nullable(), readAt: utcTimeSchema,
  columns: z.array(draftColumnSchema).readonly(),
  /** Required fields without a column or default. */
  missing: z.array(fieldKeySchema).readonly(),
  /** Fields in which rows have problems. */
  problemFields: z.array(fieldKeySchema).readonly(),
  /** Null if all separators give the same amounts; otherwise the chosen one, or `unclear` until a person chooses. */
  decimals: z.enum([...separators, 'unclear']).nullable(),
  defaults: z.partialRecord(fieldKeySchema, maskedSchema),
  /** Part of derived merchant order ids; null if a column has the ids. */
  periodLabel: z.string().nullable(),
  /** False until columns and defaults suffice to check the rows. */
  isChecked: z.boolean(),
  rows: z.number(),
  states: z.record(z.enum(draftRowStates), countedSchema),
  /** The ready row with the highest amount. */
  largest: z.object({ line: z.number(), minorAmount: minorUnitsSchema, currency: z.string() }).nullable(),
  changed: z.array(changedCellSchema).readonly(),
  /** The number of cards still to be looked up; null if no person requested it. */
  lookingUp: z.number().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** Why a batch is paused. */
const batchPauses = [
  'by-person', 'locked', 'quit', 'application-ended', 'declines', 'unknown-outcomes', 'signature-refused', 'day-limit',
  'too-many-requests', 'not-sent', 'profile-changed', 'history', 'team', 'journal', 'keychain',
] as const
export type BatchPause = (typeof batchPauses)[number]

/** `paused` may continue; `stopped` and `ended` never do. */
const batchStates = ['running', 'paused', 'stopped', 'ended'] as const
export type BatchState = (typeof batchStates)[number]

/**
 * The state of a row. `waiting` and `set-aside` rows were not sent; `left` rows were not sent before the batch was
 * stopped. Any other state is that of the row's entry.
 */
export const batchRowStates = ['waiting', 'set-aside', 'left', ...entryStates] as const
export type BatchRowState = (typeof batchRowStates)[number]

/** A batch for display. */
export const batchSchema = z.object({
  batchId: batchIdSchema,
  profileId: profileIdSchema, profileName: z.string(), environment: environmentSchema, entryPoint: entryPointSchema,
  operation: batchOperationSchema, fileName: maskedSchema.nullable(),
  startedAt: utcTimeSchema, who: z.string(),
  state: z.enum(batchStates),
  /** Why and since when it is paused. */
  paused: z.object({ why: z.enum(batchPauses), at: utcTimeSchema, detail: z.string().nullable() }).nullable(),
  rows: z.number(),
  /** The states of its rows, with sums. */
  states: z.partialRecord(z.enum(batchRowStates), countedSchema),
  /** The most rows a second (null: no limit), and the milliseconds left at that rate. */
  perSecond: z.number().nullable(), msLeft: z.number().nullable(),
  /** True if rows of payouts or transfers that may still be sent are no longer in memory: the file must be reopened. */
  needsFile: z.boolean(),
  /** True if the acting person started it: it continues with a proof of the passphrase, otherwise with a new review. */
  isOwn: z.boolean(),
})
export type Batch = z.infer<typeof batchSchema>

/** A row of a batch. */
export const batchRowSchema = z.object({
  row: z.number(), line: z.number(), state: z.enum(batchRowStates),
  /** Why it was set aside, or not sent. */
  failure: failureSchema.nullable(),
  entryId: entryIdSchema.nullable(), at: utcTimeSchema.nullable(),
  merchantOrderId: merchantOrderIdSchema.nullable(), orderId: orderIdSchema.nullable(),
  cardReference: cardReferenceSchema.nullable(),
  card: z.object({ brand: z.string().nullable(), lastFour: z.string().nullable() }).nullable(),
  minorAmount: minorUnitsSchema.nullable(), currency: z.string().nullable(),
  errorCode: z.string().nullable(), errorText: maskedSchema.nullable(),
  /** The order's status as a status check reported it; null for other operations. */
  reportedStatus: z.string().nullable(),
})
export type BatchRow = z.infer<typeof batchRowSchema>
