/** Actions for several selected payments, and the payments that each allows. */
import type { EntryId } from '#shared/brands.ts'
import { batchOperationOf } from '#shared/gateway/operations/batch-operations.ts'
import { createsOrder, directionOf, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { entryPointKey, type ChosenTarget } from '../../shared/form/targets.ts'

/** The most rows that can be selected. */
export const mostSelected = 1_000

const selectionActionIds = ['refund', 'check', 'again'] as const
type SelectionActionId = (typeof selectionActionIds)[number]

interface Rule {
  readonly operation: OperationId
  readonly mayTake: (row: HistoryRow) => boolean
}

const rules: Readonly<Record<SelectionActionId, Rule>> = {
  refund: {
    operation: batchOperationOf('reversal').id,
    mayTake: ({ operation, state, orderId }) => state === 'approved' && orderId !== null
      && createsOrder(operations[operation]) && directionOf(operations[operation]) === 'in',
  },
  check: { operation: batchOperationOf('status-check').id, mayTake: ({ merchantOrderId }) => merchantOrderId !== null },
  // Only a final decline certainly moved no money.
  again: {
    operation: batchOperationOf('charge').id,
    mayTake: ({ operation, state, cardReference }) => state === 'declined' && cardReference !== null
      && operations[operation].kind === 'charge',
  },
}

/** An action for the selected rows that allow it. `target` is null if they belong to several targets. */
export interface SelectionAction {
  readonly id: SelectionActionId
  readonly operation: OperationId
  readonly entryIds: readonly EntryId[]
  readonly target: ChosenTarget | null
}

/** The actions that at least one row allows. */
export function selectionActions(rows: readonly HistoryRow[]): readonly SelectionAction[] {
  return selectionActionIds.flatMap((id) => {
    const { operation, mayTake } = rules[id]
    const taken = rows.filter(mayTake)
    const [first] = taken
    if (first === undefined) return []
    const isOnePlace = taken.every(({ profileId, entryPoint }) => profileId === first.profileId
      && entryPointKey(entryPoint) === entryPointKey(first.entryPoint))
    const target = isOnePlace ? { profileId: first.profileId, entryPoint: first.entryPoint } : null
    return [{ id, operation, target, entryIds: taken.map(({ entryId }) => entryId) }]
  })
}
