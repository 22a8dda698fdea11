/** The moments of an order, over all its entries. */
import { effectOf, operations } from '#shared/gateway/operations/operations.ts'
import type { EntryDetail, EntryEvent } from '#shared/model/history/history.ts'

export interface Moment {
  readonly entry: EntryDetail
  readonly event: EntryEvent
  readonly at: string
  /** How often status checks reported the same, and when last; 1 for other events. */
  readonly timesSeen: number
  readonly lastAt: string
  /** Milliseconds since the previous moment; null for the first one. */
  readonly sinceMs: number | null
}

/** What a status check reported. `step` is null for events that do not record it. */
interface Sight {
  readonly status: string
  readonly stage: string | null
  readonly step: string | null
}

/**
 * All requests and each change of status, order stage or 3-D Secure step, oldest first. Status checks that report the
 * same again are merged into the first one, whichever entry they belong to. A check has no moment apart from its
 * result.
 */
export function orderMoments(entries: readonly EntryDetail[]): Moment[] {
  const all = entries.flatMap((entry) => entry.events
    .filter((event) => !(event.kind === 'intent' && isRead(entry)))
    .map((event): Moment => ({ entry, event, at: event.at, ...seenBy(event), sinceMs: null })))
  all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const moments: Moment[] = []
  for (const moment of all) {
    const before = moments.at(-1)
    if (before === undefined) moments.push(moment)
    else if (sawTheSame(before, moment)) moments[moments.length - 1] = folded(before, moment)
    else moments.push({ ...moment, sinceMs: Date.parse(moment.at) - Date.parse(before.at) })
  }
  return moments
}

/** The status that a moment reports; null if it is no status check. */
export function sightOf({ entry, event }: Pick<Moment, 'entry' | 'event'>): Sight | null {
  if (event.kind === 'observation') return event
  if (event.kind !== 'outcome' || !isRead(entry) || event.status === null) return null
  return { status: event.status, stage: event.stage, step: null }
}

function isRead({ row }: EntryDetail): boolean {
  return effectOf(operations[row.operation]) === 'reads'
}

function seenBy(event: EntryEvent): Pick<Moment, 'timesSeen' | 'lastAt'> {
  return event.kind === 'observation' ? { timesSeen: event.repeats + 1, lastAt: event.lastAt } : { timesSeen: 1, lastAt: event.at }
}

function sawTheSame(one: Moment, other: Moment): boolean {
  const [first, second] = [sightOf(one), sightOf(other)]
  if (first === null || second === null || resolves(other)) return false
  const sameStep = first.step === second.step || first.step === null || second.step === null
  // Without an order stage the status of a sale cannot be distinguished from that of its refund.
  const sameSubject = first.stage !== null || one.entry.row.entryId === other.entry.row.entryId
  return first.status === second.status && first.stage === second.stage && sameStep && sameSubject
}

function resolves({ event }: Moment): boolean {
  return event.kind === 'observation' && event.resolves
}

function folded(first: Moment, later: Moment): Moment {
  const lastAt = Date.parse(later.lastAt) > Date.parse(first.lastAt) ? later.lastAt : first.lastAt
  return { ...first, timesSeen: first.timesSeen + later.timesSeen, lastAt }
}
