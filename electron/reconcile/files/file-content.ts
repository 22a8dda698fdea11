/** The content of a comparison's files. */
import type { ReconcileResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import type { ListName } from '#shared/reconcile/lists.ts'

/** A fact about the comparison: name and value. */
export type Fact = readonly [name: string, value: string]

/** The parts of a file. */
export interface FileContent {
  readonly result: ReconcileResult
  readonly facts: readonly Fact[]
  /** The rows of a list, with all their entries. */
  readonly rowsOf: (list: ListName) => readonly ResultRow[]
}
