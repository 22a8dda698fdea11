/**
 * Groups of states as SQL lists. SQLite uses a partial index only for queries that repeat its condition literally, so
 * the order of the states must be that of the migrations.
 */
import { entryStates, isUncertain, isOpen, isUndone, type EntryState } from '#shared/model/history/history.ts'

export const openStates = listOf(isOpen)
export const undoneStates = listOf(isUndone)
export const uncertainStates = listOf(isUncertain)
/** States that are certainly without effect, or closed by a person. */
export const undoneOrClosedStates = listOf((state) => isUndone(state) || (isUncertain(state) && !isOpen(state)))

function listOf(belongs: (state: EntryState) => boolean): string {
  return `(${entryStates.filter(belongs).map((state) => `'${state}'`).join(', ')})`
}
