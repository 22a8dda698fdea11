/** The bridge's calls for batches: drafts, which are checked, and batches, which run. */
import { batchOperations } from '../gateway/operations/batch-operations.ts'
import type { OperationId } from '../gateway/operations/operations.ts'
import {
  batchIdSchema, batchOperationSchema, batchRowSchema, batchRowStates, batchSchema, columnMeaningSchema,
  draftDefaultsSchema, draftIdSchema, draftRowSchema, draftRowStates, draftSchema,
} from '../model/payments/batch.ts'
import { entryIdSchema, profileIdSchema } from '../model/values/branded.ts'
import { fieldKeySchema } from '../model/answers/failure.ts'
import { resultIdSchema } from '../model/payments/reconcile.ts'
import { entryPointSchema } from '../model/profiles/profile.ts'
import { largestFile } from '../model/values/table.ts'
import { z } from '../model/values/zod.ts'
import { separators } from '../tables/written-amounts.ts'
import { call } from './authority.ts'
import { reason, writeOnly } from './parts.ts'
import { onReal, person, runsBatchOnProduction, runsRealBatch, startsBatchOnProduction } from './rules.ts'

const nothing = z.null()
const target = { profileId: profileIdSchema, entryPoint: entryPointSchema, operation: batchOperationSchema }
/** The operations whose batches check the status of orders. */
const statusOperationSchema = batchOperationSchema.extract(
  batchOperations.filter(({ kind }) => kind === 'status-check').map(({ id }) => id) as [OperationId, ...OperationId[]])
const draft = z.object({ draftId: draftIdSchema })
const batch = z.object({ batchId: batchIdSchema })
const page = { from: z.number().int().min(0), count: z.number().int().min(1).max(200) }
const cell = z.string().max(70_000)

export const batchCalls = {
  /** Main shows the file dialog and reads the chosen file; `cancelled` if none was chosen. */
  'batches.openFile': call({ input: z.object(target), output: draftSchema, authority: { ...person, protection: onReal } }),
  /** A file dropped on the page, as base64. As it may have 67 MB, the thread that reads it checks the encoding. */
  'batches.openDropped': call({
    input: z.object({
      ...target, fileName: z.string().min(1).max(255), bytes: writeOnly(z.string().max(Math.ceil(largestFile / 3) * 4)),
    }),
    output: draftSchema, authority: { ...person, protection: onReal },
  }),
  /** Text from the clipboard. Refused for operations whose batches accept files only. */
  'batches.openText': call({
    input: z.object({ ...target, text: writeOnly(z.string().min(1).max(8_388_608)) }),
    output: draftSchema, authority: { ...person, protection: onReal },
  }),
  /** Entries of the history: orders to refund, void, capture or check, or cards to charge again. */
  'batches.openEntries': call({
    input: z.object({ ...target, entryIds: z.array(entryIdSchema).min(1).max(1_000).readonly() }),
    output: draftSchema, authority: { ...person, protection: onReal },
  }),
  /** Status checks for the open points of a compared statement: lines without an entry, and unmatched entries. */
  'batches.openStatement': call({
    input: z.object({ ...target, operation: statusOperationSchema, resultId: resultIdSchema }),
    output: draftSchema, authority: { ...person, protection: onReal },
  }),
  /** `draft-gone` after a lock. */
  'batches.draft': call({ input: draft, output: draftSchema, authority: person }),
  'batches.draftRows': call({
    input: draft.extend({ show: z.enum(['all', ...draftRowStates]), ...page }),
    output: z.object({ rows: z.array(draftRowSchema).readonly(), total: z.number() }), authority: person,
  }),
  /** The meaning of each column, defaults for fields without one, the decimals, and the label of the period. */
  'batches.mapColumns': call({
    input: draft.extend({
      columns: z.array(columnMeaningSchema).max(200).readonly(), decimals: z.enum(separators).nullable(),
      defaults: writeOnly(draftDefaultsSchema), periodLabel: z.string().trim().max(40).nullable(),
    }),
    output: draftSchema, authority: person,
  }),
  'batches.editCell': call({
    input: draft.extend({ row: z.number().int().min(0), field: fieldKeySchema, value: writeOnly(cell) }),
    output: draftSchema, authority: person,
  }),
  'batches.leaveOut': call({
    input: draft.extend({ rows: z.array(z.number().int().min(0)).min(1).max(10_000).readonly(), out: z.boolean() }),
    output: draftSchema, authority: person,
  }),
  /** Accepts a possible duplicate with a reason; null withdraws the acceptance. */
  'batches.acceptDuplicate': call({
    input: draft.extend({ row: z.number().int().min(0), reason: reason.nullable() }),
    output: draftSchema, authority: person,
  }),
  /** Looks up unknown cards at the profile's pace; `batches.draftChanged` reports progress. */
  'batches.lookUpCards': call({ input: draft, output: draftSchema, authority: person }),
  /** Saves the rows that are not sent, each with its reason; `cancelled` if no file was chosen. */
  'batches.saveProblems': call({ input: draft, output: z.object({ fileName: z.string() }), authority: person }),
  /** Saves an empty table with the columns of the operation. */
  'batches.saveTemplate': call({ input: z.object(target), output: z.object({ fileName: z.string() }), authority: person }),
  'batches.discard': call({ input: draft, output: nothing, authority: person }),

  /**
   * Confirms a draft in the version that the page shows and begins to send its ready rows. On production a person
   * confirms it in message boxes of the system.
   */
  'batches.start': call({
    input: draft.extend({ version: z.number().int() }), output: batchSchema,
    authority: { ...person, protection: runsRealBatch, proof: startsBatchOnProduction, box: { kind: 'itself', when: startsBatchOnProduction } },
  }),
  /** Newest first. */
  'batches.list': call({
    input: z.object({ profileId: profileIdSchema }), output: z.array(batchSchema).readonly(), authority: person,
  }),
  /** Batches of any profile that wait for a person, newest first. */
  'batches.paused': call({ input: nothing, output: z.array(batchSchema).readonly(), authority: person }),
  'batches.show': call({ input: batch, output: batchSchema, authority: person }),
  'batches.rows': call({
    input: batch.extend({
      show: z.enum(['all', 'uncertain', ...batchRowStates]), sort: z.enum(['line', 'newest', 'amount']), ...page,
    }),
    output: z.object({ rows: z.array(batchRowSchema).readonly(), total: z.number() }), authority: person,
  }),
  'batches.pause': call({ input: batch, output: batchSchema, authority: person }),
  /** Checks the status of unknown rows first. A batch that another person started is confirmed as at its start. */
  'batches.resume': call({
    input: batch, output: batchSchema,
    authority: { ...person, proof: runsBatchOnProduction, box: { kind: 'itself', when: runsBatchOnProduction } },
  }),
  /** The waiting rows are never sent. */
  'batches.stop': call({ input: batch, output: batchSchema, authority: person }),
  /** Sends a row that was set aside, as one payment, with the reason. */
  'batches.sendRow': call({
    input: batch.extend({
      row: z.number().int().min(0), reason,
      acceptDuplicateOf: entryIdSchema.optional(),
    }),
    output: batchSchema,
    authority: { ...person, proof: runsBatchOnProduction, box: { kind: 'itself', when: runsBatchOnProduction } },
  }),
  /** Opens the file of a payout or transfer again: its rows must be those of the batch. */
  'batches.reopenFile': call({ input: batch, output: batchSchema, authority: person }),
  'batches.saveResult': call({
    input: batch.extend({ format: z.enum(['csv', 'xlsx']) }), output: z.object({ fileName: z.string() }),
    authority: person,
  }),
} as const
