/** Converts events to the form of the database's functions: chained, and checked so that they can be delivered. */
import type { DeskId } from '#shared/brands.ts'
import {
  longestTeamContent, longestTeamFacts, teamFactsSchema, type TeamContent, type TeamDraft, type TeamFacts,
} from '#shared/model/team/team.ts'
import { jsonText } from '../common/files/json-text.ts'
import { teamLink } from '../common/signatures/team-link.ts'
import type { ChainPosition } from './port.ts'

/** The parameters of one event for the functions of the schema. */
interface WireEvent {
  readonly number: number
  readonly event: string
  readonly entry: string | null
  readonly kind: string
  readonly at: string
  readonly facts: string
  readonly digest: string | null
  readonly content: TeamContent | null
  readonly link: string
}

/** Events as one JSON text, and the position after the last of them. */
export interface ChainedDrafts {
  readonly events: readonly WireEvent[]
  readonly position: ChainPosition
}

/**
 * Chains drafts after a position. Throws for a draft that could never be delivered because of its form or size, which
 * is a defect.
 */
export function chainDrafts(deskId: DeskId, after: ChainPosition, drafts: readonly TeamDraft[]): ChainedDrafts {
  const events: WireEvent[] = []
  let { number, link } = after
  for (const draft of drafts) {
    const { eventId, entryId, kind, at, content } = draft
    const facts = factsText(draft.facts)
    const digest = content?.digest ?? null
    number += 1
    const next = teamLink({ eventId, entryId, kind, at, deskId, number, facts, contentDigest: digest }, link)
    if (next === null) throw new TypeError('the event does not have the form of one')
    link = next
    const text = content?.text ?? null
    if ((text?.body.length ?? 0) > longestTeamContent) throw new RangeError('the event is too large')
    events.push({ number, event: eventId, entry: entryId, kind, at, facts, digest, content: text, link })
  }
  return { events, position: { number, link } }
}

function factsText(facts: TeamFacts): string {
  const text = jsonText(teamFactsSchema.parse(facts))
  if (text.length > longestTeamFacts) throw new RangeError('the event is too large')
  return text
}
