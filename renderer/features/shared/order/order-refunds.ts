/** How much of an order was refunded, as far as the team, or this desk alone, has recorded. */
import type { EntryId, MinorUnits, OrderId } from '#shared/brands.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import type { RefundSource } from '#shared/model/payments/payment.ts'
import { leastOfRefunds, openAmong, refundsAmong } from '#shared/model/payments/refunds.ts'
import type { TeamOrder } from '#shared/model/team/team-history.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { TeamOrderState } from './use-team-order.ts'

export interface KnownRefunds {
  /** Minor units. A refund without an amount counts as the whole order if its amount is known. */
  readonly refunded: MinorUnits
  /** Minor units of them whose result is not final yet. */
  readonly open: MinorUnits
  /** The desks of the team that sent the refunds that are not final; empty without a team. */
  readonly openAt: readonly string[]
  readonly count: number
  readonly source: RefundSource
}

/** Adds them up; null until the own history is read. `whole`: minor units of the order, if known. */
export function knownRefunds(
  page: OrderPage | null, team: TeamOrderState, whole: MinorUnits | null,
): KnownRefunds | null {
  if (page === null) return null
  const { knownHere, open: openHere, count } = page.refunds
  if (team.kind !== 'known') {
    return { refunded: knownHere, open: openHere, openAt: [], count, source: team.kind === 'none' ? 'here' : 'here-alone' }
  }
  const refunds = refundsAmong(rowsOf(team.order, page.orderId))
  const open = openAmong(refunds)
  return {
    refunded: leastOfRefunds(refunds, whole), open: leastOfRefunds(open, whole),
    openAt: [...new Set(open.map(({ deskLabel }) => deskLabel))], count: refunds.length, source: 'team',
  }
}

function rowsOf({ rows }: TeamOrder, orderId: OrderId | null): TeamOrder['rows'] {
  return orderId === null ? [] : rows.filter((row) => row.orderId === orderId)
}

/**
 * The refund, void or capture with an open outcome, of this desk or of another one, that blocks the order; null for
 * none.
 */
export function busyWith(page: OrderPage | null, team: TeamOrderState): EntryId | null {
  const other = team.kind === 'known' ? team.order.busyBy : null
  return page?.refunds.openEntryId ?? other?.entryId ?? null
}

/** Note beside the refunded amount: who recorded it. */
export const refundedNotes = {
  'here': 'order.money.refundedNote', 'team': 'teamLists.order.refundedByTeam', 'here-alone': 'teamLists.order.refundedHereAlone',
} as const satisfies Record<RefundSource, TextKey>

/** Note beside the remaining amount: how far it is known. */
export const leftNotes = {
  'here': 'order.money.atMostNote', 'team': 'teamLists.order.leftByTeam', 'here-alone': 'teamLists.order.leftHereAlone',
} as const satisfies Record<RefundSource, TextKey>
