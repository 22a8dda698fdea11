/** Delivers this desk's events to its team: in order, each once, despite interruptions. */
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Delivery, OutboxEvent, TeamPosition } from '../../../journal/port.ts'
import type { TeamFailure, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'

/** Why a delivery ended early: a failure of the team, or of this computer's journal. */
export type DeliveryFailure =
  | { readonly of: 'team'; readonly failure: TeamFailure }
  | { readonly of: 'journal'; readonly failure: Failure }

/** The result of a delivery. */
export interface Delivered {
  /** How many events were delivered. */
  readonly delivered: number
  /** Entries that collide with another desk's entries: both were sent. */
  readonly collisions: readonly EntryId[]
  /** Entries whose claim could not be ended yet. */
  readonly notClosed: readonly EntryId[]
}

/** Positions of the chain that are derived in one transaction, and events that one call delivers. */
const derivedAtOnce = 200
const deliveredAtOnce = 50
/** Characters of one call, so that a slow connection carries it within the deadline. A single event may be longer. */
const maxCharacters = 1_000_000
const checkLimitMs = 15_000

type Journal = Services['journal']

/**
 * Delivers pending events. With `past`, one section of the history before the desk joined is added when nothing else is
 * pending.
 */
export async function deliver(
  journal: Journal, team: TeamJournalPort, { past }: { readonly past: boolean },
): Promise<Result<Delivered, DeliveryFailure>> {
  const collisions: EntryId[] = []
  const notClosed: EntryId[] = []
  let delivered = 0
  for (let isMore = true; isMore;) {
    const derived = await journal.teamDerive({ limit: derivedAtOnce, past })
    if (!derived.ok) return failed({ of: 'journal', failure: derived.failure })
    // One section of the past at a time: a claim must not wait for years of history.
    isMore = derived.value.more && !past
    for (;;) {
      const step = await deliverNext(journal, team)
      if (!step.ok) return step
      if (step.value === null) break
      delivered += step.value.delivered
      collisions.push(...step.value.collisions)
      notClosed.push(...step.value.notClosed)
    }
  }
  return success({ delivered, collisions, notClosed })
}

/** Delivers the next events; null if none is pending. */
async function deliverNext(
  journal: Journal, team: TeamJournalPort,
): Promise<Result<Delivered | null, DeliveryFailure>> {
  const waiting = await journal.teamWaiting({ limit: deliveredAtOnce })
  if (!waiting.ok) return failed({ of: 'journal', failure: waiting.failure })
  const [first] = waiting.value?.events ?? []
  if (waiting.value === null || first === undefined) return success(null)
  const { delivery, events } = waiting.value
  if (first.isUnanswered) return await checkClaim(journal, team, delivery, first)
  const firstUnanswered = events.findIndex(({ isUnanswered }) => isUnanswered)
  const next = firstThatFit(firstUnanswered === -1 ? events : events.slice(0, firstUnanswered))
  const published = await team.publish(delivery.deskId, delivery.position, next)
  if (!published.ok) return failed({ of: 'team', failure: published.failure })
  const noted = await journal.teamDelivered(published.value.position)
  return noted.ok ? success({ ...published.value, delivered: next.length }) : failed({ of: 'journal', failure: noted.failure })
}

/**
 * Finds out whether a claim without a reply exists. Its entry was not sent. If the claim exists, the outcome that is
 * delivered next ends it.
 */
async function checkClaim(
  journal: Journal, team: TeamJournalPort, { deskId, position }: Delivery, event: OutboxEvent,
): Promise<Result<Delivered, DeliveryFailure>> {
  const verdict = await team.claim(deskId, position, event, checkLimitMs)
  if (!verdict.ok) return failed({ of: 'team', failure: verdict.failure })
  const { value } = verdict
  const claimed: TeamPosition | null = value.kind === 'won' || value.kind === 'closed' ? value.position : null
  const noted = claimed === null
    ? await journal.teamWithdraw({ entryId: event.entryId as EntryId })
    : await journal.teamDelivered(claimed)
  return noted.ok ? success({ delivered: 1, collisions: [], notClosed: [] }) : failed({ of: 'journal', failure: noted.failure })
}

/** As many of the first events as fit into one call. */
function firstThatFit(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  let characters = 0
  const end = events.findIndex(({ facts, content }) =>
    (characters += JSON.stringify(facts).length + (content?.text?.body.length ?? 0)) > maxCharacters)
  return end === -1 ? events : events.slice(0, Math.max(1, end))
}
