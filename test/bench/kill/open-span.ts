/** When the outcome of an entry was open, derived from its events. */
import { effectOf, operations } from '#shared/gateway/operations/operations.ts'
import { isOpen, type EntryDetail, type EntryEvent, type EntryState } from '#shared/model/history/history.ts'
import { stateAfterClosing, stateAfterObservation, stateAfterOutcome } from '../../../electron/journal/write/entry-state.ts'
import type { OpenSpan } from './compare.ts'

/** From the intent to the first event after which the entry was no longer open. */
export function openSpanOf({ row, events }: EntryDetail): OpenSpan {
  let state: EntryState = 'sending'
  for (const event of events) {
    state = stateAfter(state, effectOf(operations[row.operation]), event)
    if (!isOpen(state)) return { openFrom: row.at, openUntil: event.at }
  }
  return { openFrom: row.at, openUntil: null }
}

function stateAfter(state: EntryState, effect: EntryDetail['row']['effect'], event: EntryEvent): EntryState {
  switch (event.kind) {
    case 'intent': return state
    case 'outcome': return stateAfterOutcome(state, effect, { kind: event.outcome, status: event.status })
    case 'observation': return stateAfterObservation(state, effect, event)
    case 'closing': return stateAfterClosing(state, event.closes)
  }
}
