/** The known refunds and voids of an order, from the team's records or from this computer's. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { RefundSource } from '#shared/model/payments/payment.ts'
import { refundsAmong } from '#shared/model/payments/refunds.ts'
import type { TeamRow } from '#shared/model/team/team-history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { findTeamMerchant, orderOfTeam } from '../team/index.ts'

interface RefundsKnown {
  readonly refunds: readonly Pick<HistoryRow | TeamRow, 'operation' | 'state' | 'minorAmount'>[]
  readonly knownTo: RefundSource
  /** All requests about the order that are known there. */
  readonly requests: readonly Pick<HistoryRow | TeamRow, 'operation' | 'state' | 'releasesHold'>[]
}

/**
 * Counts the refunds of all desks if the team can be queried, else those of this computer (`own`). Fails with
 * `team-taken` while another desk refunds, voids or captures the order, as a claim would be refused.
 */
export async function refundsKnown(
  { services, team }: Pick<DeskContext, 'services' | 'team'>,
  order: Pick<OrderKey, 'profileId' | 'orderId' | 'merchantOrderId'>, own: readonly HistoryRow[],
): Promise<Result<RefundsKnown, Failure>> {
  const here = (knownTo: RefundSource) => success<RefundsKnown>({ refunds: refundsAmong(own), knownTo, requests: own })
  const member = await team.describe()
  if (member.state === 'none' || !findTeamMerchant(services, order.profileId).ok) return here('here')
  // Does not wait for a lost connection, as nothing can be sent without one.
  if (member.connection.kind === 'unreachable') return here('here-alone')
  const recorded = await orderOfTeam(services, team, order)
  if (!recorded.ok) return here('here-alone')
  const { busyBy, rows } = recorded.value
  if (busyBy !== null && busyBy.deskId !== member.deskId) return failed({ code: 'team-taken', holder: busyBy })
  const requests = rows.filter((row) => row.orderId === order.orderId)
  return success({ refunds: refundsAmong(requests), knownTo: 'team', requests })
}
