/**
 * Which outcome ends a claim, and what becomes free then. The functions of the schema have the same rules; a test
 * compares them.
 */
import { isOpen, isUndone, type EntryState } from '../model/history/history.ts'
import type { ClaimSlot } from '../model/team/team.ts'

/** True for a state that ends a claim of this kind: it is certain, or a person closed it under the local rules. */
export function endsClaim(kind: ClaimSlot['kind'], state: EntryState): boolean {
  // A refund, void or capture is never closed as not found.
  return !isOpen(state) && !(kind === 'follow' && state === 'not-found')
}

/**
 * True when a claim that ended with this state frees its slot. A merchant order id is never free again once it was
 * sent; an order is free for the next refund, void or capture.
 */
export function freesSlot(kind: ClaimSlot['kind'], state: EntryState): boolean {
  return kind === 'create' ? state === 'not-sent' : endsClaim(kind, state)
}

/** True for the states that a person sets by hand; they need the waiting time. */
export function isByHand(state: EntryState): boolean {
  return state === 'not-found' || state === 'closed-error' || state === 'closed-unknown'
}

/** True when an earlier claim that ended with this state is no longer a possible duplicate. */
export function isNoDuplicate(state: EntryState): boolean {
  return isUndone(state) || isByHand(state)
}

/** Minutes that a claim must be old before another desk may end it: the holder must have sent by then. */
export const otherDeskMinutes = 10

/** A claim is a possible duplicate of a matching one within so many minutes. */
export const duplicateMinutes = 30

/** The possible duplicate of a charge of a card on file: same merchant, card reference, amount and currency. */
export function cardDuplicateKey(
  merchantKey: string, cardReference: string, minorAmount: string, currency: string,
): string {
  return JSON.stringify(['card', merchantKey, cardReference, minorAmount, currency])
}

/**
 * The possible duplicate of an order without a card reference: same merchant, operation, amount and currency. Of
 * these, claims whose digests of destinations differ under one key are no duplicates.
 */
export function operationDuplicateKey(
  merchantKey: string, operation: string, minorAmount: string, currency: string,
): string {
  return JSON.stringify(['operation', merchantKey, operation, minorAmount, currency])
}
