import { operationIds, operations } from '#shared/gateway/operations.ts'
import { entryStates, isOpen } from '#shared/model/history.ts'
import type { HistoryFilter as AskedFilter } from '#shared/model/history-list.ts'
import type { HistoryFilter } from './use-history.ts'

/** What the screen shows, as main is asked for it; "needs attention" is orders that are unknown or unfinished. */
export function askedFilter({ text, state, operation, attention }: HistoryFilter): AskedFilter {
  if (attention) return { text: '', states: entryStates.filter(isOpen), operations: aboutOrders, profileId: null }
  return {
    text, states: state === '' ? [] : [state], operations: operation === '' ? [] : [operation], profileId: null,
  }
}

const aboutOrders = operationIds.filter((id) => !['reads', 'registers'].includes(operations[id].effect))
