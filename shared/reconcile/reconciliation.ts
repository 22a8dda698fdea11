/** The state of a reconciliation: its matches and the decisions of persons. */
import type { UtcTime } from '../brands.ts'
import { isCounterpart } from './compare.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { Link, Matching, Period } from './matching.ts'

/** A statement with its matches and the period of the comparison. */
export interface Reconciled extends Matching {
  readonly period: Period
}

/** A person's decision about a line, with the reason. */
export type Decision = {
  /** The line's position in the list of lines. */
  readonly place: number
  readonly who: string
  readonly at: UtcTime
  readonly reason: string
} & (
  /** Accepts the suggestion. */
  | { readonly kind: 'accept' }
  /** Matches the line with an entry. */
  | { readonly kind: 'match'; readonly entry: LedgerEntry }
  /** Undoes the match: the line and its entry do not belong together. */
  | { readonly kind: 'undo' }
)

/** A reconciliation after all decisions. */
export interface Current extends Reconciled {
  /** The newest decision about each line that has one. */
  readonly decided: ReadonlyMap<number, Decision>
}

/** Why a decision is not possible: there is nothing to accept or undo, or the entry has another line. */
export const decisionProblems = ['no-suggestion', 'not-matched', 'entry-has-line', 'already-matched'] as const
export type DecisionProblem = (typeof decisionProblems)[number]

/** Why a decision is not possible now; null if it is possible. */
export function decisionProblem(current: Current, decision: Pick<Decision, 'kind' | 'place'> & { readonly entry?: LedgerEntry }): DecisionProblem | null {
  const link = current.links[decision.place] ?? null
  if (decision.kind === 'accept') return link?.isSuggestion === true ? null : 'no-suggestion'
  if (decision.kind === 'undo') return link === null || link.rule === 'settlement' ? 'not-matched' : null
  if (link !== null && !link.isSuggestion) return 'already-matched'
  const { [decision.place]: line } = current.lines
  const place = current.entries.findIndex(({ entryId }) => entryId === decision.entry?.entryId)
  const isTaken = line !== undefined && isCounterpart(line.kind) && place !== -1
    && current.links.some((other, at) => at !== decision.place && other !== null && !other.isSuggestion
      && other.entries.includes(place) && isCounterpart(current.lines[at]?.kind ?? 'other'))
  return isTaken ? 'entry-has-line' : null
}

/** Applies decisions in their order. Those that are not possible change nothing. */
export function afterDecisions(reconciled: Reconciled, decisions: readonly Decision[]): Current {
  let current: Current = { ...reconciled, decided: new Map() }
  for (const decision of decisions) {
    if (decisionProblem(current, decision) === null) current = afterDecision(current, decision)
  }
  return current
}

function afterDecision(current: Current, decision: Decision): Current {
  const { place } = decision
  const entries = [...current.entries]
  const links = [...current.links]
  if (decision.kind === 'match') {
    const known = entries.findIndex(({ entryId }) => entryId === decision.entry.entryId)
    if (known === -1) entries.push(decision.entry)
    const entry = known === -1 ? entries.length - 1 : known
    // A chargeback or a fee only refers to its payment, which may have a line of its own.
    if (isCounterpart(current.lines[place]?.kind ?? 'other')) dropSuggestionsOf(links, entry)
    links[place] = { rule: 'hand', entries: [entry], isSuggestion: false }
  } else links[place] = linkAfter(links[place] ?? null, decision.kind)
  return { ...current, entries, links, decided: new Map(current.decided).set(place, decision) }
}

function linkAfter(link: Link | null, kind: 'accept' | 'undo'): Link | null {
  return link === null || kind === 'undo' ? null : { ...link, isSuggestion: false }
}

/** An entry that was matched by hand is no longer suggested for another line. */
function dropSuggestionsOf(links: (Link | null)[], entry: number): void {
  links.forEach((link, place) => {
    if (link?.isSuggestion === true && link.entries.includes(entry)) links[place] = null
  })
}
