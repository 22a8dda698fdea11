import type { EntryId } from '#shared/brands.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { isOperationId } from '#shared/gateway/operations/operations.ts'
import { isOrderAction, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { isUndone, type EntryDetail } from '#shared/model/history/history.ts'
import type { TeamRow } from '#shared/model/team/team-history.ts'
import { otherDeskMinutes } from '#shared/team/claim-rules.ts'
import type { CoreContext } from '../requests/index.ts'
import { findTeamMerchant, orderOfTeam } from '../team/index.ts'

/** No other desk can end the claim of a request before this age (docs/team.md), and so act on its order. */
const exclusiveForMs = otherDeskMinutes * 60_000

/**
 * Whether another desk of the team may have sent a refund, void or capture of an entry's order after the entry. Then
 * the order's newest transaction may belong to that one. (Another desk ended this entry's claim; this desk is not
 * informed of that.) `here`: the entries of this desk's history. If the team cannot be queried, the age of the entry
 * decides.
 */
export async function mayHaveActedElsewhere(
  { services, team, ages }: Pick<CoreContext, 'services' | 'team' | 'ages'>, { row }: EntryDetail, action: OrderAction,
  here: ReadonlySet<EntryId>,
): Promise<boolean> {
  const state = await team.describe()
  if (state.state === 'none' || !findTeamMerchant(services, row.profileId).ok) return false
  const { kind } = state.connection
  // Does not wait for a lost connection. A restored database lacks later requests of other desks.
  const order = kind === 'unreachable' || kind === 'went-back' ? null : await orderOfTeam(services, team, row)
  if (order?.ok !== true) return await ages.of(row) >= exclusiveForMs
  const own = order.value.rows.findIndex(({ entryId }) => entryId === row.entryId)
  const later = own === -1 ? order.value.rows : order.value.rows.slice(0, own)
  return later.some((one) => !here.has(one.entryId) && one.orderId === row.orderId && isOfType(one, action))
}

function isOfType({ operation, state }: TeamRow, action: OrderAction): boolean {
  if (!isOperationId(operation) || !isOrderAction(operation)) return false
  return transactionTypeOf(operation) === transactionTypeOf(action) && (state === null || !isUndone(state))
}
