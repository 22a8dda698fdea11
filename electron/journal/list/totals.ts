/** Adds up the entries of a filter by profile, merchant, desk, currency, operation and state. */
import type { DeskId, MerchantKey, MinorUnits, NetMinorUnits, ProfileId } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { HistoryFilter, HistorySum, HistoryTotals } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { walk } from '../search/search-walk.ts'
import { withTypedDay } from '../search/typed-day.ts'
import { allOf, fewEntries, narrowingOf, plainPart, shortestOf, type Condition } from './narrowing.ts'
import { selection } from './steps.ts'

/** Rows in one slice, which takes some milliseconds. Amounts are at most 10^15, so its sum does not exceed 64 bits. */
const rowsPerSlice = 4_000
const keysOfText = 1_000

const summed = `SELECT (SELECT value FROM list_value WHERE id = profile) AS profile,
    (SELECT value FROM list_value WHERE id = merchant) AS merchant,
    (SELECT value FROM list_value WHERE id = desk) AS desk,
    (SELECT value FROM list_value WHERE id = currency) AS currency,
    (SELECT value FROM list_value WHERE id = operation) AS operation,
    (SELECT value FROM list_value WHERE id = state) AS state,
    count(*) AS entries, CAST(coalesce(sum(reviewed_minor_amount), 0) AS TEXT) AS amount,
    count(*) - count(reviewed_minor_amount) AS without_amount,
    CAST(coalesce(sum(net_minor_amount), 0) AS TEXT) AS net, sum(net_unknown) AS net_unknown,
    sum(reported_otherwise) AS reported_otherwise
  FROM list_entry`
const grouped = `GROUP BY list_entry.profile, list_entry.merchant, list_entry.desk, list_entry.currency, list_entry.operation,
  list_entry.state`

interface Sum {
  entries: number; amount: bigint; withoutAmount: number; net: bigint; netUnknown: number; reportedOtherwise: number
}

/**
 * Adds up the entries of a filter, slice by slice. `breathe` lets other work run in between. Null if `isCancelled`
 * returns true or the journal is closed meanwhile.
 */
export async function totalsOf(
  connection: Connection, requested: HistoryFilter, { breathe, isCancelled }: {
    breathe: () => Promise<unknown>; isCancelled: () => boolean
  },
): Promise<HistoryTotals | null> {
  const filter = withTypedDay(requested)
  const sums = new Map<string, Sum>()
  for (const rows of slicesOf(connection, filter)) {
    for (const row of rows) add(sums, row)
    await breathe()
    if (isCancelled() || !connection.database.isOpen) return null
  }
  return { sums: [...sums].map(([key, sum]) => historySum(key, sum)) }
}

function* slicesOf(connection: Connection, filter: HistoryFilter): Generator<Row[]> {
  if (filter.text.trim() !== '') {
    yield* slicesOfText(connection, filter)
    return
  }
  const narrowing = narrowingOf(connection, filter)
  if (narrowing === null) return
  const wanted = allOf(narrowing.conditions)
  const lead = shortestOf(narrowing.leads)
  if (lead === null || lead.entries > fewEntries) yield* slicesOfAll(connection, wanted)
  else {
    const leading = lead.branches.map(({ sql }) => `SELECT seq FROM list_entry WHERE ${sql}`).join(' UNION ')
    const values = lead.branches.flatMap((branch) => branch.values)
    yield connection.all(`${summed} WHERE seq IN (${leading}) AND ${wanted.sql} ${grouped}`, ...values, ...wanted.values)
  }
}

/** Reads all rows in their order on the disk, which is fastest for many rows. */
function* slicesOfAll(connection: Connection, wanted: Condition): Generator<Row[]> {
  for (let after = 0; ;) {
    const end = connection.first(
      `SELECT max(seq) AS seq FROM (SELECT seq FROM list_entry WHERE seq > ? ORDER BY seq LIMIT ${rowsPerSlice})`, after,
    ) ?? {}
    if (end.seq === null) return
    const through = integer(end, 'seq')
    yield connection.all(`${summed} WHERE seq > ? AND seq <= ? AND ${wanted.sql} ${grouped}`, after, through, ...wanted.values)
    after = through
  }
}

function* slicesOfText(connection: Connection, filter: HistoryFilter): Generator<Row[]> {
  const plain = plainPart(filter)
  if (plain === null) return
  const parts = walk(connection, { ...filter, ...plain }, { below: Number.MAX_SAFE_INTEGER, most: keysOfText })
  const selectMatching = selection(connection, filter)
  for (const { keys } of parts) {
    const fitting = selectMatching(keys)
    yield fitting.length === 0 ? [] : connection.all(
      `${summed} WHERE seq IN (SELECT value FROM json_each(?)) ${grouped}`, JSON.stringify(fitting),
    )
  }
}

function add(sums: Map<string, Sum>, row: Row): void {
  const key = JSON.stringify([
    text(row, 'profile'), text(row, 'merchant'), optionalText(row, 'desk'), optionalText(row, 'currency'), text(row, 'operation'),
    text(row, 'state'),
  ])
  const nothing: Sum = { entries: 0, amount: 0n, withoutAmount: 0, net: 0n, netUnknown: 0, reportedOtherwise: 0 }
  const sum = sums.get(key) ?? nothing
  sum.entries += integer(row, 'entries')
  sum.amount += BigInt(text(row, 'amount'))
  sum.withoutAmount += integer(row, 'without_amount')
  sum.net += BigInt(text(row, 'net'))
  sum.netUnknown += integer(row, 'net_unknown')
  sum.reportedOtherwise += integer(row, 'reported_otherwise')
  sums.set(key, sum)
}

function historySum(key: string, { entries, amount, withoutAmount, net, ...counts }: Sum): HistorySum {
  const [profileId, merchantKey, sentBy, currency, operation, state] =
    JSON.parse(key) as [ProfileId, MerchantKey, DeskId | null, string | null, OperationId, EntryState]
  return {
    profileId, merchantKey, sentBy, currency, operation, state, entries, withoutAmount,
    minorAmount: String(amount) as MinorUnits,
    netMinorAmount: String(net) as NetMinorUnits, ...counts,
  }
}
