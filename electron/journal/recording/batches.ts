/** Records confirmed batches and their states. Each change of state also writes its line of the audit trail. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { BatchId, BatchPause, BatchPlace, BatchState } from '#shared/model/payments/batch.ts'
import type { AuditRecord } from '../chain/chain-types.ts'
import { withoutContent, type ConfirmedBatch, type ConfirmedRow } from '../batch-records.ts'
import type { Connection } from '../connection.ts'
import { batchDigest, digestOfRows } from '../read/batches.ts'
import { text } from '../row.ts'
import { appendAudit } from '../write/audit.ts'
import { overwritingDeleted } from '../write/overwriting-deleted.ts'

/** The end of a batch's line in the audit trail: its id, by which it is found, and the digest of all confirmed rows. */
function batchMark(batchId: BatchId, digest: string): string {
  return `Batch ${batchId}; SHA-256 of its rows ${digest}.`
}

/** Commits a confirmed batch in the state `running`. Its line `audit` is completed with the digest. */
export function startBatch(
  connection: Connection,
  { batch, rows, audit }: { batch: ConfirmedBatch; rows: readonly ConfirmedRow[]; audit: AuditRecord },
): void {
  connection.transaction(() => {
    const confirmed = JSON.stringify(batch)
    const texts = rows.map((row) => JSON.stringify(row))
    const digest = digestOfRows(confirmed, texts)
    const detail = [audit.detail, batchMark(batch.batchId, digest)].filter((part) => part !== '').join(' ')
    appendAudit(connection, { ...audit, detail: detail as AuditRecord['detail'] })
    connection.run(
      `INSERT INTO batch (batch_id, profile_id, state, paused, digest, confirmed) VALUES (?, ?, 'running', NULL, ?, ?)`,
      batch.batchId, batch.profileId, digest, confirmed,
    )
    for (const [row, { line, minorAmount, currency }] of rows.entries()) {
      connection.run(
        'INSERT INTO batch_row (batch_id, row, line, minor_amount, currency, confirmed) VALUES (?, ?, ?, CAST(? AS INTEGER), ?, ?)',
        batch.batchId, row, line, minorAmount, currency, texts[row] ?? '',
      )
    }
  })
}

/**
 * Commits another state of a batch. `changed` is false, and nothing is written, if its current state is none of `from`
 * or the batch is unknown.
 */
export function changeBatch(
  connection: Connection,
  { batchId, from, to, paused, audit }: {
    batchId: BatchId
    from: readonly BatchState[]
    to: BatchState
    paused: { readonly why: BatchPause; readonly at: string; readonly detail: string | null } | null
    audit: AuditRecord
  },
): { readonly changed: boolean } {
  return connection.transaction(() => {
    const row = connection.first('SELECT state FROM batch WHERE batch_id = ?', batchId)
    if (row === null || !from.includes(text<BatchState>(row, 'state'))) return { changed: false }
    appendAudit(connection, audit)
    connection.run(
      'UPDATE batch SET state = ?, paused = ? WHERE batch_id = ?', to, paused === null ? null : JSON.stringify(paused), batchId,
    )
    return { changed: true }
  })
}

/** Commits why a row was set aside. That applies until the row has an entry that may have been sent. */
export function setRowAside(
  connection: Connection, { batchId, row, failure }: BatchPlace & { failure: Failure },
): void {
  connection.transaction(() => {
    connection.run(
      'UPDATE batch_row SET failure = ? WHERE batch_id = ? AND row = ?', JSON.stringify(failure), batchId, row,
    )
  })
}

/**
 * Whether a batch is as a person confirmed it: its rows have the digest in the audit trail, their columns match their
 * texts, and no line states that it was stopped. SECURITY: the chain does not cover the tables of batches, so they
 * could be changed outside the application.
 */
export function isBatchAsConfirmed(connection: Connection, { batchId }: { batchId: BatchId }): boolean {
  const digest = batchDigest(connection, batchId)
  return digest !== null && connection.first(
    `SELECT 1 FROM audit WHERE action = 'batch-started' AND detail LIKE '%' || ?1
      AND NOT EXISTS (SELECT 1 FROM audit WHERE action = 'batch-stopped' AND detail LIKE '%' || ?2)
      AND NOT EXISTS (SELECT 1 FROM batch_row WHERE batch_id = ?2 AND (line <> confirmed ->> 'line'
        OR currency IS NOT confirmed ->> 'currency' OR minor_amount IS NOT CAST(confirmed ->> 'minorAmount' AS INTEGER)))`,
    batchMark(batchId, digest), batchId,
  ) !== null
}

/**
 * Removes the content of a row, together with that of its entry, or alone if it was never sent. Also removes what a
 * person typed into the table. The batch then no longer matches its digest, so it cannot continue. Call inside a
 * transaction.
 */
export function removeRowContent(connection: Connection, { batchId, row }: BatchPlace): void {
  const found = connection.first('SELECT confirmed FROM batch_row WHERE batch_id = ? AND row = ?', batchId, row)
  if (found === null) return
  const kept = withoutContent(JSON.parse(text(found, 'confirmed')) as ConfirmedRow)
  connection.run('UPDATE batch_row SET confirmed = ? WHERE batch_id = ? AND row = ?', JSON.stringify(kept), batchId, row)
  // Every row has the typed values itself, and the file is not read again.
  connection.run(
    `UPDATE batch SET confirmed = json_set(confirmed, '$.reading.defaults', json('{}'), '$.reading.changes', json('[]'))
      WHERE batch_id = ?`, batchId,
  )
}

/** Removes the content of rows that were never sent, all or nothing. */
export function removeUnsentRows(connection: Connection, { rows }: { rows: readonly BatchPlace[] }): void {
  overwritingDeleted(connection, () => {
    connection.transaction(() => { for (const place of rows) removeRowContent(connection, place) })
  })
}
