import type { UtcTime } from '#shared/brands.ts'
import { assertNever } from '#shared/assert-never.ts'
import type { Effect } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus, statusWhenNoneGiven } from '#shared/gateway/replies/order-status.ts'
import { isOpen, type ClosingKind, type EntryState } from '#shared/model/history/history.ts'
import type { Observation, OutcomeRecord } from '../records.ts'

/**
 * The state machine of an entry. It starts as `sending`; its one outcome changes that; observations may follow.
 * An observation reports the state of an order. That this order is the entry's own is certain only after the gateway
 * accepted the request. So an unclear (`sending`, `unknown`) or refused entry follows an observation only when it
 * `resolves`: id, amount, currency and time were found to match (addendum 10). Otherwise the observation is stored as
 * an event and changes nothing. A request that was certainly not sent has no order: its merchant order id may be in
 * use again.
 * A person may close `unknown` as `not-found` (addendum 10). That was no proof: the first observation of an order
 * reopens it, with the order's state when it matches, as `unknown` when it does not. An `error` may be closed too
 * (addendum 7), until another final status is observed.
 */

/** The state after the outcome (addendum 6). An outcome that comes after better knowledge changes nothing. */
export function stateAfterOutcome(
  state: EntryState, effect: Effect, outcome: Pick<OutcomeRecord, 'kind' | 'status'>,
): EntryState {
  if (state !== 'sending') return state
  switch (outcome.kind) {
    case 'accepted': return stateWhenAccepted(effect, outcome.status)
    case 'answered': return stateWhenAnswered(effect, outcome.status)
    case 'refused':
    case 'access-denied':
    case 'not-sent':
    case 'unknown':
      return outcome.kind
    default: return assertNever(outcome.kind)
  }
}

/** True when an observation is about this entry's own order, so that its state and facts apply to the entry. */
export function observationApplies(state: EntryState, observation: Pick<Observation, 'resolves'>): boolean {
  switch (state) {
    case 'not-sent': return false
    case 'sending':
    case 'unknown':
    case 'refused':
    case 'access-denied':
    case 'not-found':
    case 'closed-unknown':
      return observation.resolves
    case 'processing':
    case 'approved':
    case 'declined':
    case 'filtered':
    case 'error':
    case 'closed-error':
    case 'answered':
    case 'failed':
      return true
    default: return assertNever(state)
  }
}

/**
 * The state after an observation. Only another final status, from reconciliation, replaces a final one (addendum 7). A
 * read or a registration keeps its answer, whatever happens to the order that it was about.
 */
export function stateAfterObservation(
  state: EntryState, effect: Effect, observation: Pick<Observation, 'status' | 'resolves'>,
): EntryState {
  if (!observationApplies(state, observation)) return state === 'not-found' ? 'unknown' : state
  if (state === 'answered' || state === 'failed') return state
  if (effect === 'continues-order') return 'answered'
  if (state === 'closed-error') return isFinalStatus(observation.status) && observation.status !== 'error' ? observation.status : state
  return isFinalStatus(state) && !isFinalStatus(observation.status) ? state : stateOfOrder(observation.status)
}

/** The state after a person closed the entry; an entry that does not match the closing's kind keeps its state. */
export function stateAfterClosing(state: EntryState, closes: ClosingKind): EntryState {
  if (closes === 'not-found' && state === 'unknown') return 'not-found'
  if (closes === 'unknown' && state === 'unknown') return 'closed-unknown'
  return closes === 'error' && state === 'error' ? 'closed-error' : state
}

/**
 * When an entry became final, after an event at `at` changed its state: the event that ended it. A final state that
 * replaces another one keeps that time, so that an order stays on its day. An entry in doubt has the time since when it
 * is, until it is resolved; one that is being sent or processed has none.
 */
export function becameFinalAfter(
  before: UtcTime | null, from: EntryState, to: EntryState, at: UtcTime,
): UtcTime | null {
  const [phase, next] = [phaseOf(from), phaseOf(to)]
  if (phase === next) return before
  return next === 'pending' ? null : at
}

function phaseOf(state: EntryState): 'pending' | 'in-doubt' | 'final' {
  if (state === 'sending' || state === 'processing') return 'pending'
  return isOpen(state) ? 'in-doubt' : 'final'
}

/**
 * `unknown` and `chain_declined` are the gateway's statuses of an order in progress, not our state `unknown` (addendum
 * 7).
 */
function stateOfOrder(status: string): EntryState {
  return isFinalStatus(status) ? status : 'processing'
}

/**
 * A request that continues an order is done once it was accepted: the order is followed by the entry that created it.
 */
function stateWhenAccepted(effect: Effect, status: string | null): EntryState {
  return effect === 'continues-order' ? 'answered' : stateOfOrder(status ?? statusWhenNoneGiven)
}

/** A registration's own `status` counts, whatever its `type` is; money follows the order's status even here. */
function stateWhenAnswered(effect: Effect, status: string | null): EntryState {
  switch (effect) {
    case 'reads':
    case 'continues-order':
      return 'answered'
    case 'registers': return status === null || status === 'approved' ? 'answered' : 'failed'
    case 'moves-money':
    case 'holds-money':
      return stateOfOrder(status ?? statusWhenNoneGiven)
    default: return assertNever(effect)
  }
}
