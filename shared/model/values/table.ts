/** Tables from files and from the clipboard. Cells are text; formulas are not evaluated. */
import { z } from './zod.ts'

/** The largest file, in bytes. */
export const largestFile = 50 * 1024 * 1024

/** The most columns. */
export const mostColumns = 200

/** The most characters of a cell; the longest field has 64 KB. */
export const longestCell = 70_000

/** Why a table was refused; none of it is kept. */
const tableProblems = [
  'empty', 'binary', 'too-large', 'too-many-rows', 'too-many-columns', 'cell-too-long', 'quote-never-ends', 'encrypted',
  'macros', 'not-a-workbook', 'expands-too-far', 'one-column', 'changed-while-read', 'unreadable',
  /** A row has more cells than the first line: an amount may have been split at its comma. */
  'more-cells-than-columns',
  /** Cells of a workbook that do not contain their text, so that an amount could be missing. */
  'formula-without-result', 'merged-cells',
  /** Rows that a person does not see in the workbook. */
  'hidden-rows',
  /** A column that contains card numbers or a cvv. */
  'holds-card-numbers',
] as const
export type TableProblem = (typeof tableProblems)[number]

/**
 * A refusal. `detail` is the exceeded limit, the column or line concerned, or the reason why the system cannot read the
 * file; empty if there is none.
 */
export const tableRefusedSchema = z.object({
  code: z.literal('table-refused'), why: z.enum(tableProblems), detail: z.string(),
})
export type TableRefused = z.infer<typeof tableRefusedSchema>

/** A row with its line number in the file, from 1. Every row has as many cells as there are columns. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A parsed table: the texts of its first line, and its rows. */
export interface ReadTable {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  /** The line of the names, if lines above it were left out. */
  readonly headerLine?: number
}
