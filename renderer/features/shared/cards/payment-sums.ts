import { netAmountOf } from '#shared/gateway/operations/net-amount.ts'
import type { MinorUnits, NetMinorUnits } from '#shared/brands.ts'
import type { CardPayment } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistorySum } from '#shared/model/history/history-list.ts'

/** One sum per payment, refund, void and capture, to be added up like the sums of the history. */
export function sumsOf(payments: readonly CardPayment[]): HistorySum[] {
  return payments.flatMap(({ row, actions }) => [row, ...actions]).map(sumOf)
}

function sumOf(row: HistoryRow): HistorySum {
  const { operation, releasesHold = false, netMinorAmount, reviewed } = row
  const net = netAmountOf({ operation, approved: row.state === 'approved', minorAmount: null, releasesHold })
  return {
    profileId: row.profileId, merchantKey: row.merchantKey, sentBy: row.sentBy ?? null, operation, state: row.state,
    currency: row.currency ?? reviewed?.currency ?? null, entries: 1,
    minorAmount: reviewed?.minorAmount ?? '0' as MinorUnits, withoutAmount: reviewed === null ? 1 : 0,
    netMinorAmount: netMinorAmount ?? '0' as NetMinorUnits,
    netUnknown: netMinorAmount === null && net.kind === 'unknown' ? 1 : 0,
    reportedOtherwise: row.reportedOtherwise === undefined ? 0 : 1,
  }
}
