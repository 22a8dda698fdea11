/** Events as they are handed to the engine: chained, and of a form that it takes for certain. */
import { createHash } from 'node:crypto'
import type { DeskId } from '#shared/brands.ts'
import { longestTeamBody, teamBodySchema, type TeamBody } from '#shared/model/team.ts'
import { linkText } from '#shared/team/chain-text.ts'
import type { ChainPosition, TeamDraft } from './port.ts'

/** What the functions of the schema take of one event. */
interface WireEvent {
  readonly number: number
  readonly event: string
  readonly entry: string | null
  readonly kind: string
  readonly at: string
  readonly body: string
  readonly link: string
}

/** Events as one JSON text, and the position behind the last of them. */
export interface ChainedDrafts {
  readonly events: readonly WireEvent[]
  readonly position: ChainPosition
}

/**
 * Chains drafts behind a position. Throws for a draft that could never be delivered, which is a defect: one of a wrong
 * form, or larger than `longestTeamBody`.
 */
export function chainDrafts(deskId: DeskId, behind: ChainPosition, drafts: readonly TeamDraft[]): ChainedDrafts {
  const events: WireEvent[] = []
  let { number, link } = behind
  for (const draft of drafts) {
    const body = bodyText(draft.body)
    number += 1
    const text = linkText({ ...draft, deskId, number, body }, link)
    if (text === null) throw new TypeError('the event does not have the form of one')
    link = digestOf(text)
    const { eventId, entryId, kind, at } = draft
    events.push({ number, event: eventId, entry: entryId, kind, at, body, link })
  }
  return { events, position: { number, link } }
}

/** SHA-256 as 64 hexadecimal digits over a text as UTF-8. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

function bodyText(body: TeamBody): string {
  // The engine keeps no NUL and no half characters; what a gateway quoted may contain both.
  const text = JSON.stringify(teamBodySchema.parse(body), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value)
  if (text.length > longestTeamBody) throw new RangeError('the event is too large')
  return text
}
