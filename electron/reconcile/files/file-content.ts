/** What the files of a comparison contain. */
import type { ReconcileResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import type { ListName } from '#shared/reconcile/lists.ts'

/** Name and value of what a file is about. */
export type Fact = readonly [name: string, value: string]

/** What a file contains. */
export interface FileContent {
  readonly result: ReconcileResult
  readonly facts: readonly Fact[]
  /** With all entries of each row. */
  readonly rowsOf: (list: ListName) => readonly ResultRow[]
}
