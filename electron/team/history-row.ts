/** A line of the history of all desks, from the table `entry` by the name `n`. */
import type { TeamHistoryRow } from '#shared/model/team.ts'
import type { TextRow } from './connection.ts'
import { stateIn, stateOf } from './holders.ts'
import { text, textOrNull, utc, utcOf } from './rows.ts'

export const historyColumns = `n.entry_id, n.merchant_key, n.operation, n.who, n.merchant_order_id, n.order_id, n.minor_amount,
  n.currency, n.last_four, n.desk_id, n.login, ${utc('n.at')} AS at, ${stateOf('n.entry_id')} AS state,
  (SELECT d.label FROM team_journal.desk d WHERE d.desk_id = n.desk_id) AS label`

/** The line of a row with `historyColumns`. */
export function historyRowIn(row: TextRow): TeamHistoryRow {
  return {
    entryId: text(row, 'entry_id'), merchantKey: text(row, 'merchant_key'), operation: text(row, 'operation'),
    who: text(row, 'who'), merchantOrderId: textOrNull(row, 'merchant_order_id'), orderId: textOrNull(row, 'order_id'),
    minorAmount: textOrNull(row, 'minor_amount'), currency: textOrNull(row, 'currency'),
    lastFour: textOrNull(row, 'last_four'), deskId: text(row, 'desk_id'), deskLabel: text(row, 'label'),
    login: text(row, 'login'), at: utcOf(row, 'at'), state: stateIn(row),
  }
}
