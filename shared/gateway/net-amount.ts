/** What a movement of money brought the merchant or took: the figure that finance adds up. */
import type { MinorUnits, NetMinorUnits } from '../brands.ts'
import { createsOrder, directionOf, operations, type OperationId } from './operations.ts'

/** `none`: nothing moved for the merchant. `unknown`: something did, and nobody here knows how much. */
export type NetAmount =
  | { readonly kind: 'moved'; readonly netMinorAmount: NetMinorUnits }
  | { readonly kind: 'none' | 'unknown' }

/** A movement as it stands. `minorAmount` is what was reviewed, null where that is not known. */
export interface Movement {
  readonly operation: OperationId
  readonly approved: boolean
  readonly minorAmount: MinorUnits | null
  /** True where a refund or void lets go of a hold (addendum 8); null where nobody noted it. */
  readonly releasesHold: boolean
}

/**
 * The net amount by the direction of the operation: a charge is positive, a refund, void or payout negative; a hold,
 * its release and a transfer between cards are none. Only what was approved moves anything.
 */
export function netAmountOf({ operation, approved, minorAmount, releasesHold }: Movement): NetAmount {
  const direction = directionOf(operations[operation])
  if (!approved || direction === 'none' || releasesHold) return { kind: 'none' }
  if (minorAmount === null) return { kind: 'unknown' }
  const sign = direction === 'out' && minorAmount !== '0' ? '-' : ''
  return { kind: 'moved', netMinorAmount: `${sign}${minorAmount}` as NetMinorUnits }
}

/** True for what takes an order back, and with it a hold that was not captured: refund and void. */
export function mayReleaseHold(operation: OperationId): boolean {
  const entry = operations[operation]
  return !createsOrder(entry) && directionOf(entry) === 'out'
}
