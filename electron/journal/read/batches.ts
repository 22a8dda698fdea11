/** Reads batches and their rows. A row's state is that of its newest entry. */
import type { EntryId, MinorUnits, ProfileId } from '#shared/brands.ts'
import { digestOf } from '../../common/signatures/log-digest.ts'
import { operations, replyKindOf, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { BatchId, BatchPause, BatchPlace, BatchRowState, BatchState, BatchSum } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { ConfirmedBatch, ConfirmedRow } from '../batch-records.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { uncertainStates } from '../write/state-lists.ts'
import { historyRow } from './history-row.ts'

/** A stored batch. */
export interface KeptBatch extends ConfirmedBatch {
  readonly state: BatchState
  readonly paused: { readonly why: BatchPause; readonly at: string; readonly detail: string | null } | null
}

/** A stored row, with its newest entry. */
export interface KeptRow {
  readonly row: number
  readonly state: BatchRowState
  readonly confirmed: ConfirmedRow
  readonly minorAmount: MinorUnits | null
  /** Why the row is set aside; null for any other. */
  readonly failure: Failure | null
  readonly entry: HistoryRow | null
  /** The order's status that the row's status check returned; null for other operations. */
  readonly reportedStatus: string | null
}

/** The number of rows of a batch in a state, with their sum, by currency. */
export interface CountedRows extends BatchSum {
  readonly state: BatchRowState
}

/** An entry whose row may be sent again, in a new entry: it certainly was not sent, or it only reads. */
const maySendAgain = `(entry.state = 'not-sent' OR (entry.state = 'unknown' AND entry.effect = 'reads'))`

/**
 * Every row of a batch with its state. Its amount is the confirmed one; of enumerated amounts, the one that moved, once
 * it is known.
 */
const rowsOfBatch = `
  SELECT batch_row.*, entry.seq, coalesce((SELECT net_minor_amount FROM list_entry
      WHERE list_entry.seq = entry.seq AND entry.enumerated_minor_amounts <> '[]'), batch_row.minor_amount) AS amount, CASE
    WHEN NOT ${maySendAgain} THEN entry.state
    WHEN failure IS NOT NULL THEN 'set-aside'
    WHEN batch.state IN ('stopped', 'ended') THEN coalesce(entry.state, 'left') ELSE 'waiting' END AS row_state
  FROM batch_row JOIN batch USING (batch_id)
    LEFT JOIN entry ON entry.seq = (SELECT max(seq) FROM batch_entry AS own
      WHERE own.batch_id = batch_row.batch_id AND own.row = batch_row.row)
  WHERE batch_row.batch_id = ?1`

/** The entry of a batch's row that may have been sent; null without one. */
export function sentForRow(connection: Connection, { batchId, row }: BatchPlace): EntryId | null {
  const found = connection.first(
    `SELECT entry_id FROM batch_entry JOIN entry USING (seq) WHERE batch_id = ? AND row = ? AND NOT ${maySendAgain} LIMIT 1`,
    batchId, row,
  )
  return found === null ? null : text<EntryId>(found, 'entry_id')
}

/** The batches of a profile, newest first; for `profileId` null those of all profiles. */
export function batchesOf(
  connection: Connection, { profileId, limit }: { profileId: ProfileId | null; limit: number },
): KeptBatch[] {
  return connection.all(
    'SELECT * FROM batch WHERE (?1 IS NULL OR profile_id = ?1) ORDER BY number DESC LIMIT ?2', profileId, limit,
  ).map(keptBatch)
}

/** The batches in a state, newest first. */
export function batchesInState(connection: Connection, { state }: { state: BatchState }): KeptBatch[] {
  return connection.all('SELECT * FROM batch WHERE state = ? ORDER BY number DESC', state).map(keptBatch)
}

/** A batch; null for an unknown one. */
export function batchOf(connection: Connection, { batchId }: { batchId: BatchId }): KeptBatch | null {
  const row = connection.first('SELECT * FROM batch WHERE batch_id = ?', batchId)
  return row === null ? null : keptBatch(row)
}

/** Counts the rows of a batch by state and currency, with their sums. */
export function countBatch(connection: Connection, { batchId }: { batchId: BatchId }): CountedRows[] {
  return connection.all(
    `SELECT row_state, currency, count(*) AS rows, CAST(coalesce(sum(amount), 0) AS TEXT) AS sum,
        count(*) FILTER (WHERE amount IS NULL) AS without_amount
      FROM (${rowsOfBatch}) GROUP BY row_state, currency ORDER BY currency`, batchId,
  ).map((row) => ({
    state: text<BatchRowState>(row, 'row_state'), currency: optionalText(row, 'currency'), rows: integer(row, 'rows'),
    minorAmount: text<MinorUnits>(row, 'sum'), withoutAmount: integer(row, 'without_amount'),
  }))
}

const orders = {
  line: 'line, row', newest: `row_state <> 'unknown', seq DESC NULLS LAST, row`, amount: 'amount DESC NULLS LAST, row',
} as const

/** A part of the rows of a batch. `uncertain`: rows without a certain outcome. */
export function batchRows(
  connection: Connection,
  { batchId, show, sort, from, count }: {
    batchId: BatchId; show: 'all' | 'uncertain' | BatchRowState; sort: keyof typeof orders; from: number; count: number
  },
): { readonly rows: KeptRow[]; readonly total: number } {
  const shown = show === 'all' ? '1' : show === 'uncertain' ? `row_state IN ${uncertainStates}` : 'row_state = ?2'
  const values = show === 'all' || show === 'uncertain' ? [] : [show]
  const total = connection.first(`SELECT count(*) AS total FROM (${rowsOfBatch}) WHERE ${shown}`, batchId, ...values)
  // Sorts rows without their texts, which are read only for the page.
  const page = `SELECT row FROM (${rowsOfBatch}) WHERE ${shown} ORDER BY ${orders[sort]} LIMIT ${count} OFFSET ${from}`
  const rows = connection.all(
    `SELECT * FROM (${rowsOfBatch} AND batch_row.row IN (${page})) ORDER BY ${orders[sort]}`, batchId, ...values,
  )
  return { rows: rows.map((row) => keptRow(connection, row)), total: integer(total ?? {}, 'total') }
}

/** One row; null for an unknown one. */
export function batchRow(connection: Connection, { batchId, row }: BatchPlace): KeptRow | null {
  const found = connection.first(`${rowsOfBatch} AND batch_row.row = ?2`, batchId, row)
  return found === null ? null : keptRow(connection, found)
}

/** The next waiting rows after a row. */
export function waitingRows(
  connection: Connection, { batchId, after, limit }: { batchId: BatchId; after: number; limit: number },
): KeptRow[] {
  return connection.all(
    `SELECT * FROM (${rowsOfBatch} AND batch_row.row > ?2) WHERE row_state = 'waiting' ORDER BY row LIMIT ?3`, batchId, after, limit,
  ).map((row) => keptRow(connection, row))
}

/** The digest of a confirmed batch, computed from the tables as they are now; null for an unknown batch. */
export function batchDigest(connection: Connection, batchId: BatchId): string | null {
  const batch = connection.first('SELECT confirmed FROM batch WHERE batch_id = ?', batchId)
  if (batch === null) return null
  const rows = connection.all('SELECT confirmed FROM batch_row WHERE batch_id = ? ORDER BY row', batchId)
  return digestOfRows(text(batch, 'confirmed'), rows.map((row) => text(row, 'confirmed')))
}

/** The digest of a batch: SHA-256 over its text and those of its rows, in their order. */
export function digestOfRows(batch: string, rows: readonly string[]): string {
  return digestOf([batch, ...rows])
}

function keptBatch(row: Row): KeptBatch {
  const confirmed = JSON.parse(text(row, 'confirmed')) as ConfirmedBatch
  const paused = optionalText(row, 'paused')
  return {
    ...confirmed, state: text<BatchState>(row, 'state'),
    paused: paused === null ? null : JSON.parse(paused) as KeptBatch['paused'],
  }
}

function keptRow(connection: Connection, row: Row): KeptRow {
  const state = text<BatchRowState>(row, 'row_state')
  // The failure of a row that was sent later is outdated.
  const failure = state === 'set-aside' ? optionalText(row, 'failure') : null
  const entry = row.seq === null ? null : connection.first('SELECT * FROM entry WHERE seq = ?', integer(row, 'seq'))
  return {
    row: integer(row, 'row'), state,
    confirmed: JSON.parse(text(row, 'confirmed')) as ConfirmedRow,
    minorAmount: row.amount === null ? null : String(integer(row, 'amount')) as MinorUnits,
    failure: failure === null ? null : JSON.parse(failure) as Failure,
    entry: entry === null ? null : historyRow(connection, entry),
    reportedStatus: entry === null ? null : reportedStatus(connection, entry),
  }
}

function reportedStatus(connection: Connection, entry: Row): string | null {
  const isStatus = replyKindOf(operations[text<OperationId>(entry, 'operation')]) === 'order-status'
  if (!isStatus || entry.state !== 'answered') return null
  const found = connection.first(
    `SELECT facts ->> 'status' AS status FROM event WHERE entry = ? AND kind = 'outcome'`, integer(entry, 'seq'),
  )
  return found === null ? null : optionalText(found, 'status')
}
