/** Tables that people bring: files, and text from the clipboard. Cells are text; nothing in them is calculated. */
import { z } from './zod.ts'

/** The largest file, in bytes. */
export const largestFile = 50 * 1024 * 1024

/** The most columns. */
export const mostColumns = 200

/** The most characters of a cell; the longest field has 64 KB. */
export const longestCell = 70_000

/** Why a table was not read; nothing of it is kept. */
const tableProblems = [
  'empty', 'binary', 'too-large', 'too-many-rows', 'too-many-columns', 'cell-too-long', 'quote-never-ends', 'encrypted',
  'macros', 'not-a-workbook', 'expands-too-far', 'one-column', 'changed-while-read', 'unreadable',
  /** A row has more cells than the first line: an amount of it may be cut at its comma. */
  'more-cells-than-columns',
  /** Cells of a workbook whose text is not in them: an amount of them would be missing. */
  'formula-without-result', 'merged-cells',
  /** Rows that a person who looks at the workbook does not see. */
  'hidden-rows',
  /** A column that contains card numbers or a cvv. */
  'holds-card-numbers',
] as const
export type TableProblem = (typeof tableProblems)[number]

/**
 * A refusal. `detail` is the limit that was exceeded, the column or line concerned, or why the system cannot read the
 * file; empty without one.
 */
export const tableRefusedSchema = z.object({
  code: z.literal('table-refused'), why: z.enum(tableProblems), detail: z.string(),
})
export type TableRefused = z.infer<typeof tableRefusedSchema>

/** A row with the number of its line in the file, from 1. Each row has as many cells as there are columns. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A table as it was read: the texts of its first line, and its rows. */
export interface ReadTable {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}
