/** Reads a line of the history of all desks from the table `entry`, which the query must name `n`. */
import { mayReleaseHold } from '#shared/gateway/operations/net-amount.ts'
import { operationIds } from '#shared/gateway/operations/operations.ts'
import type { TeamHistoryRow } from '#shared/model/team/team.ts'
import type { TextRow } from './connection.ts'
import { stateIn, stateOf } from './holders.ts'
import { text, textOrNull, utc, utcOf } from './rows.ts'

const mayRelease = operationIds.filter(mayReleaseHold).map((id) => `'${id}'`).join(', ')

/**
 * Whether the request of the entry `n` released a hold, by its own event. The event's text is searched, not parsed, so
 * that invalid JSON does not break the list. Typed text cannot match, because its quotes are escaped.
 */
const releasesHold = `CASE WHEN n.operation IN (${mayRelease}) THEN EXISTS (SELECT 1 FROM team_journal.event r
  WHERE r.entry_id = n.entry_id AND r.received_at = n.at AND r.desk_id = n.desk_id
    AND position('"releasesHold":true' IN r.facts) > 0) END`

export const historyColumns = `n.entry_id, n.merchant_key, n.operation, n.who, n.merchant_order_id, n.order_id, n.minor_amount,
  n.currency, n.desk_id, n.login, ${utc('n.at')} AS at, ${stateOf('n.entry_id')} AS state,
  ${releasesHold} AS releases_hold,
  (SELECT d.label FROM team_journal.desk d WHERE d.desk_id = n.desk_id) AS label`

/** Converts a row with `historyColumns`. */
export function historyRowIn(row: TextRow): TeamHistoryRow {
  return {
    entryId: text(row, 'entry_id'), merchantKey: text(row, 'merchant_key'), operation: text(row, 'operation'),
    who: text(row, 'who'), merchantOrderId: textOrNull(row, 'merchant_order_id'), orderId: textOrNull(row, 'order_id'),
    minorAmount: textOrNull(row, 'minor_amount'), currency: textOrNull(row, 'currency'),
    deskId: text(row, 'desk_id'), deskLabel: text(row, 'label'),
    login: text(row, 'login'), at: utcOf(row, 'at'), state: stateIn(row),
    ...(row.releases_hold === 't' && { releasesHold: true }),
  }
}
