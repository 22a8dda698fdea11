/** How much of an order was refunded, as far as the team knows, or this desk. */
import type { EntryId, MinorUnits, OrderId } from '#shared/brands.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import type { RefundSource } from '#shared/model/payments/payment.ts'
import { leastOfRefunds, openAmong, refundsAmong } from '#shared/model/payments/refunds.ts'
import type { TeamOrder } from '#shared/model/team/team-history.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { ToldByTeam } from './use-team-order.ts'

export interface KnownRefunds {
  /** Minor units; of one whose amount nobody knows only where the whole is known. */
  readonly refunded: MinorUnits
  /** Of these, minor units whose result is not final yet. */
  readonly open: MinorUnits
  /** The desks of the team that sent what is not final; none where only this one is known. */
  readonly openAt: readonly string[]
  readonly count: number
  readonly source: RefundSource
}

/** Counts them; null while this desk's own history was not read. `whole`: minor units of the order, where known. */
export function knownRefunds(page: OrderPage | null, told: ToldByTeam, whole: MinorUnits | null): KnownRefunds | null {
  if (page === null) return null
  const { knownHere, open: openHere, count } = page.refunds
  if (told.kind !== 'known') {
    return { refunded: knownHere, open: openHere, openAt: [], count, source: told.kind === 'none' ? 'here' : 'here-alone' }
  }
  const refunds = refundsAmong(rowsOf(told.order, page.orderId))
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
 * The refund, void or capture that has the order in hand: this desk's, or another desk's that this one does not ask
 * about; null for none.
 */
export function busyWith(page: OrderPage | null, told: ToldByTeam): EntryId | null {
  const other = told.kind === 'known' ? told.order.busyBy : null
  return page?.refunds.openEntryId ?? other?.entryId ?? null
}

/** Beside the amount that was refunded: who recorded it. */
export const refundedNotes = {
  'here': 'order.money.refundedNote', 'team': 'teamLists.order.refundedByTeam', 'here-alone': 'teamLists.order.refundedHereAlone',
} as const satisfies Record<RefundSource, TextKey>

/** Beside what may be left: how far that is known. */
export const leftNotes = {
  'here': 'order.money.atMostNote', 'team': 'teamLists.order.leftByTeam', 'here-alone': 'teamLists.order.leftHereAlone',
} as const satisfies Record<RefundSource, TextKey>
