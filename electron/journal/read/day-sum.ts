/** The sum of a day's payments, for the limit of a profile. */
import type { MinorUnits } from '#shared/brands.ts'
import { entryStates, isUndone } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import type { DayPayments } from '../records.ts'
import { integer, text } from '../row.ts'
import { keyAt } from '../write/merchants.ts'
import type { MerchantAt } from './queries.ts'

/** States that certainly moved nothing. Open, unknown and closed entries are added up: they may have moved money. */
const movedNothing = entryStates.filter((state) => isUndone(state) || state === 'declined' || state === 'filtered')
  .map((state) => `'${state}'`).join(', ')

/** The reviewed amount; of enumerated amounts the charged one, or the highest while that is not known. */
const amount = `CASE enumerated_minor_amounts WHEN '[]' THEN reviewed_minor_amount
  ELSE coalesce(net_minor_amount, (SELECT max(CAST(value AS INTEGER), reviewed_minor_amount)
    FROM json_each(enumerated_minor_amounts) ORDER BY 1 DESC LIMIT 1)) END`

/**
 * The sum in minor units of a profile's or its merchant's entries that count towards a limit of the day; null if one of
 * the amounts is not known. A single statement, as it runs before each payment of a batch.
 */
export function daySum(
  connection: Connection, { since, operations, currency, ...at }: MerchantAt & DayPayments,
): MinorUnits | null {
  const marks = operations.map(() => '?').join(', ')
  const row = connection.first(
    `SELECT CAST(coalesce(sum(amount), 0) AS TEXT) AS sum, count(*) - count(amount) AS unknown
      FROM (SELECT ${amount} AS amount, list_entry.currency AS currency
        FROM list_entry JOIN entry ON entry.seq = list_entry.seq
        WHERE list_entry.money = 1 AND list_entry.at >= ? AND entry.operation IN (${marks})
          AND (entry.profile_id = ? OR entry.merchant_key = ?) AND entry.state NOT IN (${movedNothing}))
      WHERE amount IS NULL OR currency = (SELECT id FROM list_value WHERE dimension = 'currency' AND value = ?)`,
    Date.parse(since), ...operations, at.profileId, keyAt(connection, at), currency,
  )
  return row === null || integer(row, 'unknown') > 0 ? null : text<MinorUnits>(row, 'sum')
}
