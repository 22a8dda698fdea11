/** The amount of an order for which the gateway tried several in turn (§2.6 `enumerate_amounts`). */
import type { MinorUnits } from '../../brands.ts'
import { orderFacts } from '../../gateway/orders/order-actions.ts'
import type { ReplyFieldName } from '../../gateway/fields/reply-fields.ts'
import type { Switches } from '../../gateway/operations/switches.ts'
import type { OrderTransaction } from './order-transactions.ts'

/** The amounts that were tried in turn, in minor units; empty where one was sent, or none. */
export function triedAmounts(maker: Pick<OrderTransaction, 'entry'> | null): readonly MinorUnits[] {
  return maker?.entry?.row.enumeratedMinorAmounts ?? []
}

/**
 * The tried amount that was approved, in minor units: `amount` in the first approved status of the transaction that
 * created the order. `initial-amount` stays the submitted one. Null where no such status names one of them.
 */
export function approvedOfTried(
  maker: Pick<OrderTransaction, 'entry' | 'checks'> | null, switches: Pick<Switches, 'minorUnitDigits'>,
): MinorUnits | null {
  const tried = triedAmounts(maker)
  const approved = maker?.checks.filter(({ status }) => status === 'approved') ?? []
  return approved.map(({ field }) => reportedAmount(field, switches))
    .find((amount) => amount !== null && tried.includes(amount)) ?? null
}

/** `amount` of a status reply in minor units, whatever its `initial-amount` is; null where it cannot be read. */
export function reportedAmount(
  find: (name: ReplyFieldName) => string | null, switches: Pick<Switches, 'minorUnitDigits'>,
): MinorUnits | null {
  return orderFacts((name) => find(name === 'initial-amount' ? 'amount' : name), switches).initialAmount
}
