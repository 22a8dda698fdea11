/** A draft in memory: its table, a person's changes, and the results of the check. */
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

/** The check of a row without the others; a change of its values invalidates it. */
export interface RowFacts {
  /** Normalised, as in the request. */
  readonly values: FieldValues
  readonly problems: readonly Problem[]
  readonly obstacle: Obstacle | null
  /** The amount that is sent; for a whole order its amount, if known here. */
  readonly minorAmount: MinorUnits | null
  /** The highest amount that may move: the gateway tries enumerated amounts in turn. */
  readonly highest: MinorUnits | null
  readonly currency: string | null
  /** The earlier entry in the history or of another desk. */
  readonly earlier: Earlier | null
  readonly isDone: boolean
  readonly card: DraftRow['card']
  readonly cardNotes: readonly RowNote[]
}

export interface StateRow {
  readonly line: number
  /** The cells. A cell with a card number has its masked text. */
  readonly cells: string[]
  /** Columns and edited fields whose text was masked. */
  readonly withheld: Set<number | FieldKey>
  readonly edits: Map<FieldKey, string>
  /** For a row from the history. */
  readonly obstacle: Obstacle | null
  isOut: boolean
  /** Valid only while the row's possible duplicate is the one that the person saw. */
  accepted: { readonly reason: string; readonly duplicateOf: EntryId | null; readonly saw: Earlier } | null
  /** Null until the row is checked. */
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
  /** The separator that a person selected. */
  chosenSeparator: Separator | null
  /** One for each row, in order; empty until all rows are checked. */
  verdicts: readonly Verdict[]
  lookingUp: number | null
  /** Card references that the gateway refused to look up. */
  readonly refusedCards: Set<string>
}
