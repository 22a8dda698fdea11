/** What a batch is, in figures and words. */
import type { Batch, BatchRowState, BatchState } from '#shared/model/payments/batch.ts'
import type { Kind } from '../../ui/messages/kinds.ts'
import { isFinal, rowStateKind, shownStates } from './batch-words.ts'

const batchStateKinds: Readonly<Record<BatchState, Kind>> = { running: 'wait', paused: 'warning', stopped: 'info', ended: 'good' }

/** How many rows are in a state. */
export function rowsIn({ states }: Pick<Batch, 'states'>, state: BatchRowState): number {
  return states[state]?.rows ?? 0
}

/** The states that rows have, in the order in which they are shown. */
export function statesOf(batch: Pick<Batch, 'states'>): readonly BatchRowState[] {
  return shownStates.filter((state) => rowsIn(batch, state) > 0)
}

/** The meaning of a batch's state: one that has ended is good only if every row is. */
export function batchKind(batch: Pick<Batch, 'state' | 'states'>): Kind {
  const isMixed = batch.state === 'ended' && statesOf(batch).some((state) => rowStateKind(state) !== 'good')
  return isMixed ? 'info' : batchStateKinds[batch.state]
}

/** How many rows were sent and are final. */
export function finalRows(batch: Pick<Batch, 'states'>): number {
  return statesOf(batch).filter(isFinal).reduce((sum, state) => sum + rowsIn(batch, state), 0)
}
