/** A draft in memory: its table, what a person changed, and what the check found. */
import type { EntryId, MinorUnits, UtcTime } from '#shared/brands.ts'
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { Draft, DraftId, DraftRow, RowObstacle } from '#shared/model/payments/batch.ts'
import type { Separator } from '#shared/tables/written-amounts.ts'
import type { RecognisedColumn } from '#shared/tables/batch-columns.ts'
import type { Target } from '../../requests/index.ts'

export type Earlier = NonNullable<DraftRow['earlier']>
export type RowNote = DraftRow['notes'][number]

/** An obstacle, with the detail of its sentence. */
export interface Obstacle {
  readonly code: RowObstacle
  readonly detail: string
}

/** What the check found about a row by itself; a change of its values makes it void. */
export interface RowFacts {
  /** Normalised, as they will be composed. */
  readonly values: FieldValues
  readonly problems: readonly Problem[]
  readonly obstacle: Obstacle | null
  /** The amount that is sent, or for a whole order its amount as far as it is known here. */
  readonly minorAmount: MinorUnits | null
  /** The highest that may move: of several that are tried in turn, any may. */
  readonly highest: MinorUnits | null
  readonly currency: string | null
  /** Found in the history, or by the team. */
  readonly earlier: Earlier | null
  readonly isDone: boolean
  readonly card: DraftRow['card']
  readonly cardNotes: readonly RowNote[]
}

export interface StateRow {
  readonly line: number
  /** A cell that holds a card number by mistake is replaced by its masked text. */
  readonly cells: string[]
  /** Columns and edited fields whose text was replaced. */
  readonly withheld: Set<number | FieldKey>
  readonly edits: Map<FieldKey, string>
  /** Of a row from the history. */
  readonly obstacle: Obstacle | null
  isOut: boolean
  /** Counts only while the row's possible duplicate is still the one that a person saw. */
  accepted: { readonly reason: string; readonly duplicateOf: EntryId | null; readonly saw: Earlier } | null
  /** Null until it is checked. */
  facts: RowFacts | null
}

/** A row's state, which depends on the other rows. */
export interface Verdict {
  readonly state: DraftRow['state']
  readonly earlier: Earlier | null
  readonly notes: readonly RowNote[]
}

export interface DraftState {
  readonly draftId: DraftId
  version: number
  readonly operation: Operation
  target: Target
  readonly source: Draft['source']
  readonly fileName: string | null
  readonly readAt: UtcTime
  columns: readonly (RecognisedColumn & { readonly header: string })[]
  readonly rows: readonly StateRow[]
  defaults: FieldValues
  periodLabel: string | null
  /** The separator that a person chose. */
  chosenSeparator: Separator | null
  /** Of all rows in their order; empty until they are checked. */
  verdicts: readonly Verdict[]
  lookingUp: number | null
  /** Card references that the gateway refused to look up. */
  readonly refusedCards: Set<string>
}
