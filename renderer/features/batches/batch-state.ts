/** Row counts of a batch by state, and the kind of its own state. */
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Batch, BatchRowState, BatchState } from '#shared/model/payments/batch.ts'
import type { Kind } from '../../ui/messages/kinds.ts'
import { isFinal, rowStateKind, shownStates } from './batch-texts.ts'

const batchStateKinds: Readonly<Record<BatchState, Kind>> = { running: 'wait', paused: 'warning', stopped: 'info', ended: 'good' }

/** The number of rows in a state. */
export function rowsIn({ states }: Pick<Batch, 'states'>, state: BatchRowState): number {
  return states[state]?.rows ?? 0
}

/** True for a batch whose rows may move money. */
export function mayMoveMoney({ operation }: Pick<Batch, 'operation'>): boolean {
  return touchesMoney(operations[operation])
}

/** The number of rows that may have moved money without a known outcome: none for checks and registrations. */
export function uncertainRows(batch: Pick<Batch, 'operation' | 'states'>): number {
  return mayMoveMoney(batch) ? rowsIn(batch, 'unknown') + rowsIn(batch, 'error') : 0
}

/** The states that occur among the rows, in display order. */
export function statesOf(batch: Pick<Batch, 'states'>): readonly BatchRowState[] {
  return shownStates.filter((state) => rowsIn(batch, state) > 0)
}

/** The kind of a batch's state; an ended batch is `good` only if every row is. */
export function batchKind(batch: Pick<Batch, 'state' | 'states'>): Kind {
  const isMixed = batch.state === 'ended' && statesOf(batch).some((state) => rowStateKind(state) !== 'good')
  return isMixed ? 'info' : batchStateKinds[batch.state]
}

/** The number of rows with a final outcome. */
export function finalRows(batch: Pick<Batch, 'states'>): number {
  return statesOf(batch).filter(isFinal).reduce((sum, state) => sum + rowsIn(batch, state), 0)
}
