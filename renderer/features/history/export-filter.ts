import type { HistoryFilter as AskedFilter } from '#shared/model/history-list.ts'
import type { HistoryFilter } from './use-history.ts'

/** What the screen shows, as main is asked for it. */
export function askedFilter({ text, state, operation }: HistoryFilter): AskedFilter {
  return {
    text, states: state === '' ? [] : [state], operations: operation === '' ? [] : [operation], profileId: null,
  }
}
