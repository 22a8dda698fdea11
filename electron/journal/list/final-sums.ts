/** Reads the stored sums of entries that became final, by span. The cost depends on the spans, not on the history. */
import type { Masked, MerchantKey, MinorUnits, NetMinorUnits, ProfileId } from '#shared/brands.ts'
import { quarterMs, type Span } from '#shared/day-hours.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { DeskChoice, HistorySum } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { knownValueId } from '../write/list-values.ts'
import { ownerOf } from './cards.ts'
import { allOf, type Condition } from './narrowing.ts'

/** The sum of the entries of a span with the same profile, currency, operation and state. */
export type FinalSum = Omit<HistorySum, 'sentBy' | 'reportedOtherwise'> & {
  /** The index of its span. */
  readonly span: number
  /** Present with `byBrand`; null if the brand is not known. */
  readonly cardBrand?: string | null
}

/** The entries of a merchant. An absent or null value does not narrow them. */
interface NarrowedOwner extends CardOwner {
  readonly currency?: string | null
  readonly who?: string | null
  readonly desk?: DeskChoice | null
}

export interface FinalsAt extends NarrowedOwner {
  readonly spans: readonly Span[]
  /** Whether each card brand has its own sums. */
  readonly byBrand?: boolean
}

/** Failed payments by the gateway's code; null for those without one. */
export interface FailedSum {
  readonly errorCode: string | null
  /** The text of the newest payment with this code that still has one. */
  readonly errorText: Masked | null
  readonly sums: readonly FinalSum[]
}

export interface FailedAt extends NarrowedOwner {
  readonly span: Span
  readonly states: readonly EntryState[]
  readonly operations: readonly OperationId[]
}

const columns = ['profile', 'currency', 'operation', 'state', 'error_code', 'card_brand'] as const
/**
 * The text of a reason is taken from an entry that was sent at most so long before the span. So the index by code and
 * time finds it quickly, also for an old span.
 */
const longestUntilFinal = 31 * 24 * 60 * 60_000

const added = `sum(entries) AS entries, CAST(sum(amount) AS TEXT) AS amount, sum(without_amount) AS without_amount,
    CAST(sum(net) AS TEXT) AS net, sum(net_unknown) AS net_unknown`

/** Adds up the entries that became final in each of the spans, which consist of whole quarter-hours. */
export function finalSums(connection: Connection, { spans, byBrand = false, ...owner }: FinalsAt): FinalSum[] {
  const of = conditionOf(connection, owner)
  if (of === null) return []
  const groupColumns = `profile, currency, operation, state${byBrand ? ', card_brand' : ''}`
  const quarters = spans.map(({ from, until }) => [Math.floor(from / quarterMs), Math.floor(until / quarterMs)])
  const rows = connection.all(
    `SELECT span.key AS span, ${groupColumns}, ${added}
      FROM json_each(?) AS span CROSS JOIN final_sum
      WHERE quarter >= span.value ->> 0 AND quarter < span.value ->> 1 AND ${of.sql}
      GROUP BY span.key, ${groupColumns}`, JSON.stringify(quarters), ...of.values,
  )
  const values = valuesOf(connection, rows)
  return rows.map((row) => finalSum(row, owner.merchantKey, values))
}

function ofFailed(table: 'final_sum' | 'list_entry'): string {
  const among = (dimension: string): string => `${table}.${dimension} IN
    (SELECT id FROM list_value WHERE dimension = '${dimension}' AND value IN (SELECT value FROM json_each(?)))`
  return `${among('state')} AND ${among('operation')}`
}

/** The condition for the sums; null if no entry has one of the values. */
function conditionOf(connection: Connection, { currency, who, desk, ...owner }: NarrowedOwner): Condition | null {
  const of = ownerOf(connection, owner)
  if (of === null) return null
  const conditions: Condition[] = [{ sql: 'merchant = ? AND environment = ?', values: of }]
  if (currency != null) {
    // Movements whose amount and currency are not known may be in this one, so its sums must name them.
    const sql = 'currency IN (?, 0) AND (currency > 0 OR net_unknown > 0)'
    conditions.push({ sql, values: [knownValueId(connection, 'currency', currency) ?? 0] })
  }
  for (const [dimension, value] of [['who', who], ['desk', desk]] as const) {
    if (value == null) continue
    const id = value === 'this-desk' ? 0 : knownValueId(connection, dimension, value)
    if (id === null) return null
    conditions.push({ sql: `${dimension} = ?`, values: [id] })
  }
  return allOf(conditions)
}

/** Adds up the failed payments of a span by the gateway's code, with the newest stored text of each code. */
export function failedSums(
  connection: Connection, { span: { from, until }, states, operations, ...owner }: FailedAt,
): FailedSum[] {
  const [of, merchant] = [conditionOf(connection, owner), ownerOf(connection, owner)]
  if (of === null || merchant === null) return []
  const failed = [JSON.stringify(states), JSON.stringify(operations)]
  const rows = connection.all(
    `SELECT 0 AS span, profile, currency, operation, state, error_code, ${added} FROM final_sum
      WHERE quarter >= ? AND quarter < ? AND ${of.sql} AND ${ofFailed('final_sum')}
      GROUP BY profile, currency, operation, state, error_code`,
    Math.floor(from / quarterMs), Math.floor(until / quarterMs), ...of.values, ...failed,
  )
  const values = valuesOf(connection, rows)
  const textOf = (errorCode: string): Masked | null => {
    // SECURITY: only texts of this merchant: a gateway's text may contain data of another one.
    const row = connection.first(
      `SELECT error_text FROM list_entry JOIN entry ON entry.seq = list_entry.seq
        WHERE list_entry.error_code = (SELECT id FROM list_value WHERE dimension = 'error_code' AND value = ?)
          AND list_entry.at >= ? AND list_entry.at < ? AND became_final >= ? AND became_final < ?
          AND list_entry.merchant = ? AND list_entry.environment = ? AND ${ofFailed('list_entry')} AND error_text IS NOT NULL
        ORDER BY list_entry.at DESC, list_entry.seq DESC LIMIT 1`,
      errorCode, from - longestUntilFinal, until, from, until, ...merchant, ...failed,
    )
    return row === null ? null : optionalText<Masked>(row, 'error_text')
  }
  const ofCode = Map.groupBy(rows, (row) => values.get(integer(row, 'error_code')) ?? null)
  return [...ofCode].map(([errorCode, rowsOfCode]) => ({
    errorCode, errorText: errorCode === null ? null : textOf(errorCode),
    sums: rowsOfCode.map((row) => finalSum(row, owner.merchantKey, values)),
  }))
}

/** The texts of the values in some rows, by number. One query for all rows is faster than one for each. */
function valuesOf(connection: Connection, rows: readonly Row[]): ReadonlyMap<number, string> {
  const ids = new Set(rows.flatMap((row) => columns.map((name) => row[name] ?? 0)))
  return new Map(connection.all(
    'SELECT id, value FROM list_value WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify([...ids]),
  ).map((row) => [integer(row, 'id'), text(row, 'value')]))
}

function finalSum(row: Row, merchantKey: MerchantKey, values: ReadonlyMap<number, string>): FinalSum {
  const valueOf = <Value extends string>(column: (typeof columns)[number]): Value | null =>
    (values.get(integer(row, column)) ?? null) as Value | null
  return {
    span: integer(row, 'span'), profileId: known(valueOf<ProfileId>('profile')), merchantKey,
    currency: valueOf('currency'), operation: known(valueOf<OperationId>('operation')),
    state: known(valueOf<EntryState>('state')), entries: integer(row, 'entries'),
    minorAmount: text<MinorUnits>(row, 'amount'), withoutAmount: integer(row, 'without_amount'),
    netMinorAmount: text<NetMinorUnits>(row, 'net'), netUnknown: integer(row, 'net_unknown'),
    ...('card_brand' in row && { cardBrand: valueOf<string>('card_brand') }),
  }
}

/** A value that every entry has; throws without one. */
function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a sum has an unknown value')
  return value
}
