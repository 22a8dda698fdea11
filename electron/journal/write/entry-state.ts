import type { UtcTime } from '#shared/brands.ts'
import { assertNever } from '#shared/assert-never.ts'
import type { Effect } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus, statusWhenNoneGiven } from '#shared/gateway/replies/order-status.ts'
import { isOpen, type ClosingKind, type EntryState } from '#shared/model/history/history.ts'
import type { Observation, OutcomeRecord } from '../records.ts'

/**
 * The state machine of an entry. It starts as `sending`. Its one outcome changes the state; observations may follow.
 * An observation reports the state of an order. Only after the gateway accepted the request is it certain that this
 * order is the entry's own. So an uncertain (`sending`, `unknown`) or refused entry follows an observation only if it
 * `resolves`: id, amount, currency and time match (addendum 10). Otherwise the observation is stored as an event and
 * changes nothing. A request that was certainly not sent has no order: another may use its merchant order id.
 * A person may close `unknown` as `not-found` (addendum 10). That is no proof: the first observation of an order
 * reopens the entry, with the order's state if it matches, as `unknown` if it does not. An `error` may be closed too
 * (addendum 7), until another final status is observed.
 */

/** The state after the outcome (addendum 6). It changes nothing if the state is no longer `sending`. */
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

/** True if an observation is about this entry's own order, so that its state and facts apply to the entry. */
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
 * read or a registration keeps its answer, even if the state of its order changes.
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

/** The state after a person closed the entry; unchanged if it does not match the closing's kind. */
export function stateAfterClosing(state: EntryState, closes: ClosingKind): EntryState {
  if (closes === 'not-found' && state === 'unknown') return 'not-found'
  if (closes === 'unknown' && state === 'unknown') return 'closed-unknown'
  return closes === 'error' && state === 'error' ? 'closed-error' : state
}

/**
 * When an entry became final, after an event at `at` changed its state. A final state that replaces another one keeps
 * the time, so that an order stays on its day. An uncertain entry has the time at which it became uncertain, until it
 * is resolved. An entry that is being sent or processed has none.
 */
export function becameFinalAfter(
  before: UtcTime | null, from: EntryState, to: EntryState, at: UtcTime,
): UtcTime | null {
  const [phase, next] = [phaseOf(from), phaseOf(to)]
  if (phase === next) return before
  return next === 'pending' ? null : at
}

function phaseOf(state: EntryState): 'pending' | 'uncertain' | 'final' {
  if (state === 'sending' || state === 'processing') return 'pending'
  return isOpen(state) ? 'uncertain' : 'final'
}

/**
 * The state for an order's status. `unknown` and `chain_declined` are the gateway's statuses of an order in progress,
 * not the entry state `unknown` (addendum 7).
 */
function stateOfOrder(status: string): EntryState {
  return isFinalStatus(status) ? status : 'processing'
}

/**
 * The state of an accepted request. One that continues an order is then done; the entry that created the order follows
 * its status.
 */
function stateWhenAccepted(effect: Effect, status: string | null): EntryState {
  return effect === 'continues-order' ? 'answered' : stateOfOrder(status ?? statusWhenNoneGiven)
}

/** The state of an answered request. For a registration the reply's `status` counts, for money the order's status. */
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
