/** The bridge's calls that compare a statement with the history. */
import { profileIdSchema } from '../model/values/branded.ts'
import { longestReason } from '../model/values/reason.ts'
import {
  decisionProblemSchema, keptResultSchema, meaningsSchema, periodSchema, readingSchema, resultFormats, resultIdSchema,
  resultRowSchema, resultSchema, runProblems, statementIdSchema, statementSchema,
} from '../model/payments/reconcile.ts'
import { listNames } from '../reconcile/lists.ts'
import { largestFile } from '../model/values/table.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { reason, writeOnly } from './parts.ts'
import { person } from './rules.ts'

const nothing = z.null()
const statement = z.object({ statementId: statementIdSchema })
const result = z.object({ resultId: resultIdSchema })

export const reconcileCalls = {
  /** Main shows the dialog and reads the chosen file; `cancelled` if none was chosen. Replaces the open statement. */
  'reconcile.openFile': call({
    input: z.object({ profileId: profileIdSchema }), output: statementSchema, authority: person,
  }),
  /** A file dropped on the page, as base64. */
  'reconcile.openDropped': call({
    input: z.object({
      profileId: profileIdSchema, fileName: z.string().min(1).max(255),
      bytes: writeOnly(z.base64().max(Math.ceil(largestFile / 3) * 4)),
    }),
    output: statementSchema, authority: person,
  }),
  /** The statement with other meanings of its columns. `statement-gone` after a lock. */
  'reconcile.columns': call({
    input: statement.extend({ meanings: meaningsSchema }), output: statementSchema, authority: person,
  }),
  /**
   * Compares the statement with the history of its period, or of the given one. Keeps the result and the chosen
   * meanings of the columns. `reconcile.progress` reports progress.
   */
  'reconcile.run': call({
    input: statement.extend({
      profileId: profileIdSchema, reading: readingSchema, period: periodSchema.nullable(),
    }),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('problem'), problem: z.enum(runProblems) }),
      z.object({ kind: z.literal('done'), result: resultSchema }),
    ]),
    authority: person,
  }),
  'reconcile.cancel': call({ input: statement, output: nothing, authority: person }),
  /** The kept results of a profile, newest first. */
  'reconcile.results': call({
    input: z.object({ profileId: profileIdSchema }), output: z.array(keptResultSchema).readonly(), authority: person,
  }),
  /** Opens a kept result. `no-such-result` if it was removed or cannot be read. */
  'reconcile.open': call({ input: result, output: resultSchema, authority: person }),
  'reconcile.rows': call({
    input: result.extend({
      list: z.enum(listNames), from: z.number().int().min(0), count: z.number().int().min(1).max(200),
    }),
    output: z.object({ rows: z.array(resultRowSchema).readonly(), total: z.number() }), authority: person,
  }),
  /** Accepts a suggestion, matches a line with the entry of an id, or undoes a match. */
  'reconcile.decide': call({
    input: result.extend({
      place: z.number().int().min(0),
      decision: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('accept'), reason: z.string().trim().max(longestReason) }),
        z.object({ kind: z.literal('match'), id: z.string().trim().min(1).max(128), reason }),
        z.object({ kind: z.literal('undo'), reason }),
      ]),
    }),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('problem'), problem: z.union([decisionProblemSchema, z.literal('no-entry')]) }),
      z.object({ kind: z.literal('done'), result: resultSchema }),
    ]),
    authority: person,
  }),
  /** Asks where to save the result and writes the file. */
  'reconcile.save': call({
    input: result.extend({ format: z.enum(resultFormats) }), output: z.object({ fileName: z.string() }),
    authority: person,
  }),
  'reconcile.remove': call({ input: result, output: nothing, authority: person }),
} as const

export const reconcileEvents = {
  /** The number of entries read so far, and the completed share of the period, from 0 to 1. */
  'reconcile.progress': statement.extend({ entries: z.number(), share: z.number() }),
} as const
