/** The sum of a day's refunds and voids, for the limit of a profile. */
import type { MinorUnits } from '#shared/brands.ts'
import { entryStates, isUndone } from '#shared/model/history.ts'
import type { Connection } from '../connection.ts'
import type { DayLimit } from '../records.ts'
import { integer } from '../row.ts'
import { historyOf } from '../write/events.ts'
import { keyAt } from './merchant-key.ts'
import type { MerchantAt } from './queries.ts'

/** States that certainly moved nothing. Open, unknown and closed entries count, as they may have moved money. */
const movedNothing = entryStates.filter((state) => isUndone(state) || state === 'declined' || state === 'filtered')
  .map((state) => `'${state}'`).join(', ')

/**
 * The sum in minor units of a profile's or its merchant's entries that count towards a limit of the day; null where
 * one of the amounts is not known.
 */
export function daySum(
  connection: Connection, { since, operations, currency, ...at }: MerchantAt & Omit<DayLimit, 'limit' | 'reading'>,
): MinorUnits | null {
  const key = keyAt(connection, at)
  const marks = operations.map(() => '?').join(', ')
  const rows = connection.all(
    `SELECT entry.seq AS seq FROM list_entry JOIN entry ON entry.seq = list_entry.seq
      WHERE list_entry.money = 1 AND list_entry.at >= ? AND entry.operation IN (${marks})
        AND (entry.profile_id = ? OR entry.merchant_key = ?) AND entry.state NOT IN (${movedNothing})`,
    Date.parse(since), ...operations, at.profileId, key,
  )
  let sum = 0n
  for (const row of rows) {
    const amount = historyOf(connection, integer(row, 'seq')).intent.reviewed
    if (amount === null) return null
    if (amount.currency === currency) sum += BigInt(amount.minorAmount)
  }
  return String(sum) as MinorUnits
}
