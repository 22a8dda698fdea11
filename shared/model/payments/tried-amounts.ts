/** The amount of an order with enumerated amounts, which the gateway tries in turn (§2.6 `enumerate_amounts`). */
import type { MinorUnits } from '../../brands.ts'
import { orderFacts } from '../../gateway/orders/order-actions.ts'
import type { ReplyFieldName } from '../../gateway/fields/reply-fields.ts'
import type { Switches } from '../../gateway/operations/switches.ts'
import type { OrderTransaction } from './order-transactions.ts'

/** The enumerated amounts in minor units; empty if one amount was sent, or none. */
export function triedAmounts(creator: Pick<OrderTransaction, 'entry'> | null): readonly MinorUnits[] {
  return creator?.entry?.row.enumeratedMinorAmounts ?? []
}

/**
 * The enumerated amount that was approved, in minor units: `amount` in the first approved status of the creating
 * transaction. `initial-amount` stays the submitted one. Null if no such status contains one of them.
 */
export function approvedOfTried(
  creator: Pick<OrderTransaction, 'entry' | 'checks'> | null, switches: Pick<Switches, 'minorUnitDigits'>,
): MinorUnits | null {
  const tried = triedAmounts(creator)
  const approved = creator?.checks.filter(({ status }) => status === 'approved') ?? []
  return approved.map(({ field }) => reportedAmount(field, switches))
    .find((amount) => amount !== null && tried.includes(amount)) ?? null
}

/** `amount` of a status reply in minor units, regardless of `initial-amount`; null if it cannot be read. */
export function reportedAmount(
  find: (name: ReplyFieldName) => string | null, switches: Pick<Switches, 'minorUnitDigits'>,
): MinorUnits | null {
  return orderFacts((name) => find(name === 'initial-amount' ? 'amount' : name), switches).initialAmount
}
