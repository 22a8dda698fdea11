/** The states of an entry of the history: their kinds and names. */
import type { EntryState } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'
import type { Kind } from '../../../ui/messages/kinds.ts'

const kinds: Readonly<Record<EntryState, Kind>> = {
  'sending': 'wait',
  'processing': 'wait',
  'approved': 'good',
  'declined': 'bad',
  'filtered': 'bad',
  'error': 'warning',
  'answered': 'good',
  'failed': 'bad',
  'refused': 'bad',
  'access-denied': 'bad',
  'not-sent': 'info',
  'unknown': 'unknown',
  'not-found': 'info',
  'closed-error': 'info',
  'closed-unknown': 'unknown',
}

/** Every state, in the order of the filter. */
export const entryStates = Object.keys(kinds) as readonly EntryState[]

export function stateKind(state: EntryState): Kind {
  return kinds[state]
}

export function stateText(state: EntryState, t: Translate): string {
  return t(`history.state.${state}`)
}

