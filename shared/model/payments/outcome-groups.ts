/** Groups of open outcomes, and which of them need a person. Without schemas, as the first screen loads it. */
import type { HistoryRow } from '../history/history.ts'
import type { OpenOutcome } from './resolution.ts'
import type { TeamHolder } from '../team/team-state.ts'

/** The groups of the list of open outcomes; those that need a person come first. */
export const outcomeGroups = ['unknown', 'error', 'sent-twice', 'processing'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** The group of an open outcome; one that is being sent counts as processing. */
export function outcomeGroupOf({ state }: Pick<HistoryRow, 'state'>): OutcomeGroup {
  if (state === 'unknown' || state === 'error') return state
  return state === 'processing' || state === 'sending' ? 'processing' : 'sent-twice'
}

/** How long a processing payment counts as normal: it is followed every few seconds (addendum 7). */
const usuallyFollowedMs = 5 * 60_000

/**
 * True for outcomes that the count in the navigation includes: all but payments in normal progress, with which the
 * count would flicker. `now` in milliseconds since 1970.
 */
export function needsAttention({ row, phase }: Pick<OpenOutcome, 'row' | 'phase'>, now: number): boolean {
  return outcomeGroupOf(row) !== 'processing' || phase === 'by-hand' || now - Date.parse(row.at) >= usuallyFollowedMs
}

/** As `needsAttention`, for another desk's open claim from `since`. Without a state it counts as in progress. */
export function claimNeedsAttention({ state, since }: Pick<TeamHolder, 'state' | 'since'>, now: number): boolean {
  return claimGroupOf({ state }) !== 'processing' || now - Date.parse(since) >= usuallyFollowedMs
}

/** The group of an open claim of another desk; a state that is neither unknown nor an error counts as processing. */
export function claimGroupOf({ state }: Pick<TeamHolder, 'state'>): 'unknown' | 'error' | 'processing' {
  return state === 'unknown' || state === 'error' ? state : 'processing'
}
