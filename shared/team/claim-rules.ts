/** When a claim ends, and which claims are possible duplicates. The schema has these rules too, as a test verifies. */
import { isOpen, type EntryState } from '../model/history/history.ts'
import type { ClaimSlot } from '../model/team/team.ts'

/** True for a state that ends a claim of this kind: a certain outcome, or a closing by a person under local rules. */
export function endsClaim(kind: ClaimSlot['kind'], state: EntryState): boolean {
  // A refund, void or capture is never closed as not found.
  return !isOpen(state) && !(kind === 'follow' && state === 'not-found')
}

/** The most open claims that one query returns, oldest first. */
export const mostOpenClaims = 500

/** A claim is a possible duplicate of a matching one within so many minutes. */
export const duplicateMinutes = 30

/** So many minutes after a claim, another desk may end it: the holder has sent by then. */
export const otherDeskMinutes = 10

/** The key of possible duplicates of a charge of a card on file: same merchant, card reference, amount and currency. */
export function cardDuplicateKey(
  merchantKey: string, cardReference: string, minorAmount: string, currency: string,
): string {
  return JSON.stringify(['card', merchantKey, cardReference, minorAmount, currency])
}

/**
 * The key of possible duplicates of an order without a card reference: same merchant, operation, amount and currency.
 * Claims are no duplicates if digests by the same key show different destinations.
 */
export function operationDuplicateKey(
  merchantKey: string, operation: string, minorAmount: string, currency: string,
): string {
  return JSON.stringify(['operation', merchantKey, operation, minorAmount, currency])
}
