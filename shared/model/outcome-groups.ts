/** What open outcomes are listed by, and which of them need a person. Without schemas: the first screen needs it. */
import type { HistoryRow } from './history.ts'
import type { OpenOutcome } from './resolution.ts'
import type { TeamHolder } from './team-state.ts'

/** In the order of the list: those that need a person first. */
export const outcomeGroups = ['unknown', 'error', 'sent-twice', 'processing'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** The group of an open outcome; one that is being sent counts as processing. */
export function outcomeGroupOf({ state }: Pick<HistoryRow, 'state'>): OutcomeGroup {
  if (state === 'unknown' || state === 'error') return state
  return state === 'processing' || state === 'sending' ? 'processing' : 'sent-twice'
}

/** For how long a payment that is processing is on its usual way: it is followed every few seconds (addendum 7). */
const usuallyFollowedMs = 5 * 60_000

/**
 * True for what the count in the navigation includes: everything but payments on their usual way, which would make it
 * flicker with each charge. `now` in milliseconds since 1970.
 */
export function needsAttention({ row, phase }: Pick<OpenOutcome, 'row' | 'phase'>, now: number): boolean {
  return outcomeGroupOf(row) !== 'processing' || phase === 'by-hand' || now - Date.parse(row.at) >= usuallyFollowedMs
}

/**
 * As `needsAttention`, for what another desk claimed at `since` and has not ended: one without a state is on its way,
 * as far as the team knows.
 */
export function claimNeedsAttention({ state, since }: Pick<TeamHolder, 'state' | 'since'>, now: number): boolean {
  return claimGroupOf({ state }) !== 'processing' || now - Date.parse(since) >= usuallyFollowedMs
}

/** The group of an open claim of another desk; whatever is neither unknown nor an error counts as processing. */
export function claimGroupOf({ state }: Pick<TeamHolder, 'state'>): 'unknown' | 'error' | 'processing' {
  return state === 'unknown' || state === 'error' ? state : 'processing'
}
