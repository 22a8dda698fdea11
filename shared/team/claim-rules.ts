/** Which outcome ends a claim, and what is like what. The schema has the same rules, and more; a test compares them. */
import { isOpen, type EntryState } from '../model/history/history.ts'
import type { ClaimSlot } from '../model/team/team.ts'

/** True for a state that ends a claim of this kind: it is certain, or a person closed it under the local rules. */
export function endsClaim(kind: ClaimSlot['kind'], state: EntryState): boolean {
  // A refund, void or capture is never closed as not found.
  return !isOpen(state) && !(kind === 'follow' && state === 'not-found')
}

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
