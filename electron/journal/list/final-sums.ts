/** The kept sums of entries that became final, read by span: the cost depends on the spans, not on the history. */
import type { SQLInputValue } from 'node:sqlite'
import type { Masked, MerchantKey, MinorUnits, NetMinorUnits, ProfileId } from '#shared/brands.ts'
import { quarterMs, type Span } from '#shared/day-hours.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { CardOwner } from '#shared/model/card.ts'
import type { EntryState } from '#shared/model/history.ts'
import type { HistorySum } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { rootOf } from '../write/merchants.ts'

/** Entries of a span that have profile, currency, operation and state in common. */
export type FinalSum = Omit<HistorySum, 'sentBy'> & {
  /** The index of its span. */
  readonly span: number
}

export interface FinalsAt extends CardOwner {
  readonly spans: readonly Span[]
}

/** Failed payments by the gateway's code; null for those without one. */
export interface FailedSum {
  readonly errorCode: string | null
  /** Of the newest with this code, where one is kept. */
  readonly errorText: Masked | null
  readonly sums: readonly FinalSum[]
}

export interface FailedAt extends CardOwner {
  readonly span: Span
  readonly states: readonly EntryState[]
  readonly operations: readonly OperationId[]
}

const valueOf = (column: string): string => `(SELECT value FROM list_value WHERE id = ${column}) AS ${column}`
const summed = `${['profile', 'currency', 'operation', 'state', 'error_code'].map(valueOf).join(', ')}, span,
    entries, CAST(amount AS TEXT) AS amount, without_amount, CAST(net AS TEXT) AS net, net_unknown`
const added = `sum(entries) AS entries, sum(amount) AS amount, sum(without_amount) AS without_amount, sum(net) AS net,
    sum(net_unknown) AS net_unknown`

/** Adds up each span. */
export function finalSums(connection: Connection, { spans, ...owner }: FinalsAt): FinalSum[] {
  const quarters = spans.map(({ from, until }) => [Math.floor(from / quarterMs), Math.floor(until / quarterMs)])
  const rows = ofOwner(connection, owner, (ids) => connection.all(
    `SELECT ${summed} FROM (
      SELECT span.key AS span, profile, currency, operation, state, 0 AS error_code, ${added}
        FROM json_each(?) AS span CROSS JOIN final_sum
        WHERE quarter >= span.value ->> 0 AND quarter < span.value ->> 1 AND merchant = ? AND environment = ?
        GROUP BY span.key, profile, currency, operation, state)`, JSON.stringify(quarters), ...ids,
  ))
  return rows.map((row) => finalSum(row, owner.merchantKey))
}

/** Adds up one span by code. */
export function failedSums(
  connection: Connection, { span: { from, until }, states, operations, ...owner }: FailedAt,
): FailedSum[] {
  const among = (dimension: string): string =>
    `${dimension} IN (SELECT id FROM list_value WHERE dimension = '${dimension}' AND value IN (SELECT value FROM json_each(?)))`
  const rows = ofOwner(connection, owner, (ids) => connection.all(
    `SELECT ${summed} FROM (
      SELECT 0 AS span, profile, currency, operation, state, error_code, ${added} FROM final_sum
        WHERE quarter >= ? AND quarter < ? AND merchant = ? AND environment = ? AND ${among('state')} AND ${among('operation')}
        GROUP BY profile, currency, operation, state, error_code)`,
    Math.floor(from / quarterMs), Math.floor(until / quarterMs), ...ids, JSON.stringify(states), JSON.stringify(operations),
  ))
  const ofCode = Map.groupBy(rows, (row) => optionalText(row, 'error_code'))
  return [...ofCode].map(([errorCode, same]) => ({
    errorCode, errorText: errorCode === null ? null : newestText(connection, errorCode, { from, until }),
    sums: same.map((row) => finalSum(row, owner.merchantKey)),
  }))
}

function newestText(connection: Connection, errorCode: string, { from, until }: Span): Masked | null {
  const row = connection.first(
    `SELECT error_text FROM list_entry JOIN entry ON entry.seq = list_entry.seq
      WHERE list_entry.error_code = (SELECT id FROM list_value WHERE dimension = 'error_code' AND value = ?)
        AND became_final >= ? AND became_final < ? AND error_text IS NOT NULL
      ORDER BY list_entry.at DESC, list_entry.seq DESC LIMIT 1`, errorCode, from, until,
  )
  return row === null ? null : optionalText<Masked>(row, 'error_text')
}

/** The rows of a merchant in an environment, by the numbers of both; none where no entry has one of them. */
function ofOwner(
  connection: Connection, { merchantKey, environment }: CardOwner, read: (ids: SQLInputValue[]) => Row[],
): Row[] {
  const idOf = (dimension: string, value: string): number[] =>
    connection.all('SELECT id FROM list_value WHERE dimension = ? AND value = ?', dimension, value).map((row) => integer(row, 'id'))
  const ids = [...idOf('merchant', rootOf(connection, merchantKey)), ...idOf('environment', environment)]
  return ids.length === 2 ? read(ids) : []
}

function finalSum(row: Row, merchantKey: MerchantKey): FinalSum {
  return {
    span: integer(row, 'span'), profileId: text<ProfileId>(row, 'profile'), merchantKey,
    currency: optionalText(row, 'currency'), operation: text<OperationId>(row, 'operation'),
    state: text<EntryState>(row, 'state'), entries: integer(row, 'entries'),
    minorAmount: text<MinorUnits>(row, 'amount'), withoutAmount: integer(row, 'without_amount'),
    netMinorAmount: text<NetMinorUnits>(row, 'net'), netUnknown: integer(row, 'net_unknown'),
  }
}
