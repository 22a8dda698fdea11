/** A statement and its comparison with the history, for display. Amounts are decimal text in major units. */
import { differences } from '../../reconcile/compare.ts'
import { columnFields } from '../../reconcile/columns.ts'
import { listNames } from '../../reconcile/lists.ts'
import { matchRules } from '../../reconcile/matching.ts'
import { decisionProblems } from '../../reconcile/reconciliation.ts'
import { idNames, lineKinds, statedStates } from '../../reconcile/statement-line.ts'
import { wordKinds } from '../../reconcile/words.ts'
import { separators } from '../../tables/written-amounts.ts'
import { dayOrders } from '../../tables/written-days.ts'
import { entryIdSchema, merchantOrderIdSchema, orderIdSchema, profileIdSchema, utcTimeSchema } from '../values/branded.ts'
import { entryStates, operationIdSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

/** The most lines of a statement. */
export const mostLines = 100_000

/** 32 hexadecimal digits. */
export const statementIdSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const resultIdSchema = z.string().regex(/^[0-9a-f]{32}$/)

export const meaningsSchema = z.array(z.enum(columnFields).nullable()).max(500).readonly()
const date = z.string().max(10)
export const periodSchema = z.object({ first: date, last: date })

/** How the lines are read: the meaning of each column, and one rule for all amounts and one for all days. */
export const readingSchema = z.object({
  meanings: meaningsSchema, separator: z.enum(separators), dayOrder: z.enum(dayOrders),
  /** The currency of all lines, if no column contains it. */
  currency: z.string().max(3).nullable(),
  /** The kinds that a person chose for words of the column `type`. */
  kinds: z.record(z.string().max(128), z.enum(wordKinds)),
})

/** An opened statement with the meanings of its columns. */
export const statementSchema = z.object({
  statementId: statementIdSchema,
  fileName: z.string(),
  lines: z.number(),
  columns: z.array(z.object({ header: z.string(), examples: z.array(z.string()).readonly() })).readonly(),
  /** As stored for this source, otherwise as recognised by the headers. */
  reading: readingSchema,
  isKept: z.boolean(),
  /** The line of the names of the columns, if lines above it were left out. */
  headerLine: z.number().nullable(),
  /** True if marks such as "CR" and "DR" state whether an amount was received. */
  areDirected: z.boolean(),
  /** The separators and orders that fit every cell; if there are two a person must choose, none if nothing fits. */
  separators: z.array(z.enum(separators)).readonly(),
  dayOrders: z.array(z.enum(dayOrders)).readonly(),
  /** The words of the column `type`. */
  words: z.array(z.string()).readonly(),
})
export type Statement = z.infer<typeof statementSchema>

/** Why a statement cannot be compared yet: a person must choose. */
export const runProblems = [
  'columns-twice', 'amounts-mixed', 'no-amount', 'no-id', 'no-currency', 'amounts-unreadable', 'days-unreadable', 'no-days', 'period-too-long',
] as const
export type RunProblem = (typeof runProblems)[number]

const listCounts = z.object(Object.fromEntries(listNames.map((name) => [name, z.number()])) as
  Record<(typeof listNames)[number], z.ZodNumber>)

/** A stored comparison. */
export const keptResultSchema = z.object({
  resultId: resultIdSchema,
  profileId: profileIdSchema,
  fileName: z.string(),
  at: utcTimeSchema,
  who: z.string(),
  period: periodSchema,
  lines: z.number(),
  lists: listCounts,
})
export type KeptResult = z.infer<typeof keptResultSchema>

/** A comparison with its sums: by list, currency and kind, they add up to the statement and to the history. */
export const resultSchema = keptResultSchema.extend({
  sums: z.array(z.object({
    list: z.enum(listNames), currency: z.string().nullable(), kind: z.enum(lineKinds),
    lines: z.number(), stated: z.string(), entries: z.number(), moved: z.string(),
  })).readonly(),
  /** The sums of all lists: the statement's, the history's, and their difference. */
  totals: z.array(z.object({
    currency: z.string().nullable(), kind: z.enum(lineKinds),
    lines: z.number(), stated: z.string(), entries: z.number(), moved: z.string(), difference: z.string(),
  })).readonly(),
  /** Entries that are counted under `onlyHistory` but not listed, as there are too many. */
  unlisted: z.number(),
  /** Lines whose amount cannot be read. */
  unreadable: z.number(),
})
export type ReconcileResult = z.infer<typeof resultSchema>

const shownEntrySchema = z.object({
  entryId: entryIdSchema, day: z.string(), operation: operationIdSchema, state: z.enum(entryStates),
  amount: z.string().nullable(), currency: z.string().nullable(),
  orderId: orderIdSchema.nullable(), merchantOrderId: merchantOrderIdSchema.nullable(),
})

/** A line with its entries, or an entry without a line. */
export const resultRowSchema = z.object({
  /** The line's position, for decisions; null for an entry without a line. */
  place: z.number().nullable(),
  line: z.object({
    line: z.number(), kind: z.enum(lineKinds), type: z.string(), ids: z.partialRecord(z.enum(idNames), z.string()),
    lastFour: z.string().nullable(), amount: z.string().nullable(), amountText: z.string(),
    currency: z.string().nullable(),
    day: z.string().nullable(),
    /** As stated in the statement; null if it is not. */
    state: z.enum(statedStates).nullable(),
  }).nullable(),
  /** The first of its entries. */
  entries: z.array(shownEntrySchema).readonly(),
  entryCount: z.number(),
  /** The number of lines whose sum a settlement is. */
  covers: z.number(),
  rule: z.enum(matchRules).nullable(),
  differences: z.array(z.enum(differences)).readonly(),
  decision: z.object({
    kind: z.enum(['accept', 'match', 'undo']), who: z.string(), at: utcTimeSchema, reason: z.string(),
  }).nullable(),
})
export type ResultRow = z.infer<typeof resultRowSchema>

export const decisionProblemSchema = z.enum(decisionProblems)

export const resultFormats = ['csv', 'xlsx', 'pdf'] as const
export type ResultFormat = (typeof resultFormats)[number]
