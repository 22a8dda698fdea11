import { assertNever } from '#shared/assert-never.ts'
import type { Effect } from '#shared/gateway/operations.ts'
import { isFinalStatus, statusWhenNoneGiven } from '#shared/gateway/order-status.ts'
import type { ClosingKind, EntryState } from '#shared/model/history.ts'
import type { Observation, OutcomeRecord } from '../records.ts'

/**
 * The state machine of an entry. It starts as `sending`; its one outcome takes it from there; observations may follow.
 *
 * An observation says what an order is. Whether that order is this entry's is certain once the gateway accepted it, and
 * not before: an entry in doubt (`sending`, `unknown`) or refused takes an observation's word only when it `resolves`,
 * that is, when id, amount, currency and time were found to fit (addendum 10). Otherwise the observation is kept as an
 * event and changes nothing. What surely was not sent can have no order: its merchant order id may be in use again.
 *
 * A person may close what is `unknown` as `not-found` (addendum 10). That was no proof: the first observation of an
 * order opens it again, to what the order is when it fits, to `unknown` when it does not. What ended in `error` may be
 * closed too (addendum 7), until another final status is observed.
 */

/** The state after the outcome (addendum 6). One that comes after something better is known changes nothing. */
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

/** True when an observation is about this entry's own order, so that its state and facts may be taken over. */
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
 * The state after an observation. A final status gives way only to another final one, which reconciliation may bring
 * (addendum 7); a read or a registration has its answer and keeps it, whatever becomes of the order it asked about.
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

/** The state after a person closed the entry; what is not of the closing's kind (any more) keeps its state. */
export function stateAfterClosing(state: EntryState, closes: ClosingKind): EntryState {
  if (closes === 'not-found' && state === 'unknown') return 'not-found'
  if (closes === 'unknown' && state === 'unknown') return 'closed-unknown'
  return closes === 'error' && state === 'error' ? 'closed-error' : state
}

/** `unknown` and `chain_declined` are statuses of an order still under way, not our not knowing (addendum 7). */
function stateOfOrder(status: string): EntryState {
  return isFinalStatus(status) ? status : 'processing'
}

/** What continues an order is done once it was taken: the order itself is followed by the entry that made it. */
function stateWhenAccepted(effect: Effect, status: string | null): EntryState {
  return effect === 'continues-order' ? 'answered' : stateOfOrder(status ?? statusWhenNoneGiven)
}

/** A registration's own `status` counts, whatever its `type` says; money follows the order's status even here. */
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
