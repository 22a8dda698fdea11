/** What a batch is, in figures and words. */
import type { Batch, BatchRowState, BatchState } from '#shared/model/batch.ts'
import type { Kind } from '../../ui/kinds.ts'
import { isFinal, shownStates } from './batch-words.ts'

export const batchStateKinds: Readonly<Record<BatchState, Kind>> = { running: 'wait', paused: 'warning', stopped: 'info', ended: 'good' }

/** How many rows are in a state. */
export function rowsIn({ states }: Pick<Batch, 'states'>, state: BatchRowState): number {
  return states[state]?.rows ?? 0
}

/** The states that rows have, in the order in which they are shown. */
export function statesOf(batch: Pick<Batch, 'states'>): readonly BatchRowState[] {
  return shownStates.filter((state) => rowsIn(batch, state) > 0)
}

/** How many rows were sent and are final. */
export function finalRows(batch: Pick<Batch, 'states'>): number {
  return statesOf(batch).filter(isFinal).reduce((sum, state) => sum + rowsIn(batch, state), 0)
}
