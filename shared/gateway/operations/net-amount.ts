/** The net amount that a movement brought or cost the merchant: the figure that finance adds up. */
import type { MinorUnits, NetMinorUnits } from '../../brands.ts'
import { createsOrder, directionOf, operations, type OperationId } from './operations.ts'

/** `none`: nothing moved for the merchant. `unknown`: money moved, but the amount is not known here. */
export type NetAmount =
  | { readonly kind: 'moved'; readonly netMinorAmount: NetMinorUnits }
  | { readonly kind: 'none' | 'unknown' }

/** A movement with its result. `minorAmount` is the reviewed amount; null if not known. */
export interface Movement {
  readonly operation: OperationId
  readonly approved: boolean
  readonly minorAmount: MinorUnits | null
  /** True if a refund or void releases a hold (addendum 8). */
  readonly releasesHold: boolean
}

/**
 * The net amount by the operation's direction: positive for a charge; negative for a refund, void or payout; none for a
 * hold, its release and a transfer between cards. Only an approved movement counts.
 */
export function netAmountOf({ operation, approved, minorAmount, releasesHold }: Movement): NetAmount {
  const direction = directionOf(operations[operation])
  if (!approved || direction === 'none' || releasesHold) return { kind: 'none' }
  if (minorAmount === null) return { kind: 'unknown' }
  const sign = direction === 'out' && minorAmount !== '0' ? '-' : ''
  return { kind: 'moved', netMinorAmount: `${sign}${minorAmount}` as NetMinorUnits }
}

/** True for refunds and voids: they may release a hold that was not captured. */
export function mayReleaseHold(operation: OperationId): boolean {
  const entry = operations[operation]
  return !createsOrder(entry) && directionOf(entry) === 'out'
}
