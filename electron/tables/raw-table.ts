import type { TableProblem, TableRefused } from '#shared/model/values/table.ts'

/** A row as read, with any number of cells, and the number of its first line. */
export interface RawRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Thrown by readers, at any depth, for a table that is refused; `read-table.ts` returns it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly refused: TableRefused
  constructor(why: TableProblem, detail: string | number = '') {
    super(why)
    this.refused = { code: 'table-refused', why, detail: String(detail) }
  }
}
