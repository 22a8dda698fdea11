/** What the desks told of an entry, as lines of a timeline: each with its desk, newest first. */
import { MessageSquare } from '@lucide/vue'
import type { TeamEvent } from '#shared/model/team-history.ts'
import type { Translate } from '../../i18n/index.ts'
import { stateKind, stateText } from '../shared/entry-state.ts'
import { eventLine, type TimelineLine } from '../shared/timeline/event-line.ts'

/** The events in the order of arrival as lines, the newest first. */
export function teamEventLines(events: readonly TeamEvent[], t: Translate): TimelineLine[] {
  return events.map((event) => lineOf(event, t)).reverse()
}

function lineOf(told: TeamEvent, t: Translate): TimelineLine {
  const { deskLabel: desk, login, kind, event } = told
  const by = t('teamLists.entry.by', { desk, login })
  if (event === null) return stateLine(told, by, t)
  const line = eventLine(event, t)
  return { ...line, title: kind === 'claim' ? t('teamLists.entry.claim') : line.title, facts: [by, ...line.facts] }
}

/** An event that tells a state alone, or in a form that this version cannot read. */
function stateLine({ at, state }: TeamEvent, by: string, t: Translate): TimelineLine {
  return {
    icon: MessageSquare, kind: state === null ? 'info' : stateKind(state), codes: [], facts: [by], at, after: '', reply: null,
    title: state === null
      ? t('teamLists.entry.told')
      : t('teamLists.entry.state', { state: stateText(state, t).toLowerCase() }),
  }
}
