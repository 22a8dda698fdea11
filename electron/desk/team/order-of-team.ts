/** The records of all desks about one order, and the desk that has claimed it. */
import type { MerchantKey, OrderId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import { refundsAmong, sumOfRefunds } from '#shared/model/payments/refunds.ts'
import type { TeamOrder, TeamRow } from '#shared/model/team/team-history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Membership } from '../../team/port.ts'
import type { Services } from '../services.ts'
import { teamUnavailable } from './membership/joining.ts'
import { findTeamMerchant } from './merchants.ts'
import type { Team } from './team-port.ts'

type QueriedOrder = Pick<OrderKey, 'profileId' | 'orderId' | 'merchantOrderId'>

/**
 * Queries the team about an order and adds records of this desk that are not delivered yet. Does not query the gateway.
 * Fails with `no-team` or `not-of-the-team` if no team records it, with `team-unavailable` if the query failed.
 */
export async function orderOfTeam(
  services: Pick<Services, 'profiles' | 'journal' | 'membership'>, team: Pick<Team, 'journal' | 'membership'>,
  { profileId, orderId, merchantOrderId }: QueriedOrder,
): Promise<Result<TeamOrder, Failure>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  const merchantKey = findTeamMerchant(services, profileId)
  if (!merchantKey.ok) return merchantKey
  const recorded = await journal.order(merchantKey.value, [orderId, merchantOrderId].filter((id) => id !== null))
  if (!recorded.ok) return failed(teamUnavailable(recorded.failure))
  const open = orderId === null ? success([]) : await journal.openClaims([merchantKey.value], { orderId })
  if (!open.ok) return failed(teamUnavailable(open.failure))
  const own = await ownActions(services, merchantKey.value, { profileId, orderId })
  if (!own.ok) return own
  const known = recorded.value.map((row) => ({ ...row, isThisDesk: row.deskId === member.deskId }))
  const rows = withOwn(known, own.value, member)
  const refunds = refundsAmong(rows.filter((row) => orderId !== null && row.orderId === orderId))
  const [busy] = open.value
  return success({
    rows, refunded: sumOfRefunds(refunds, null), refunds: refunds.length, busyBy: busy?.holder ?? null,
  })
}

async function ownActions(
  { journal }: Pick<Services, 'journal'>, merchantKey: MerchantKey,
  { profileId, orderId }: Pick<QueriedOrder, 'profileId'> & { readonly orderId: OrderId | null },
): Promise<Result<readonly HistoryRow[], Failure>> {
  return orderId === null ? success([]) : await journal.orderActions({ profileId, merchantKey, orderId })
}

/** This desk's requests are shown from its own history, delivered or not; the newest first. */
function withOwn(recorded: readonly TeamRow[], own: readonly HistoryRow[], { deskId, label }: Membership): TeamRow[] {
  const byEntry = new Map(own.map((row) => [row.entryId, row]))
  const known = recorded.map((row) =>
    (row.isThisDesk ? { ...row, state: byEntry.get(row.entryId)?.state ?? row.state } : row))
  const delivered = new Set(recorded.map(({ entryId }) => entryId))
  const waiting = own.filter(({ entryId }) => !delivered.has(entryId)).map((row): TeamRow => ({
    entryId: row.entryId, at: row.at, merchantKey: row.merchantKey, operation: row.operation, who: row.who,
    merchantOrderId: row.merchantOrderId, orderId: row.orderId,
    minorAmount: row.minorAmount ?? row.reviewed?.minorAmount ?? null,
    currency: row.currency ?? row.reviewed?.currency ?? null, state: row.state, deskId,
    deskLabel: label, login: '', isThisDesk: true, ...(row.releasesHold === true && { releasesHold: true }),
  }))
  return [...waiting, ...known]
}
