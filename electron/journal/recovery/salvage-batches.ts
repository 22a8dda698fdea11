import type { DatabaseSync } from 'node:sqlite'
import type { BatchId } from '#shared/model/batch.ts'
import type { Connection } from '../connection.ts'
import { removeRowContent } from '../recording/batches.ts'
import { integer, optionalInteger, optionalText, text, type Row } from '../row.ts'
import { readableRows } from './readable-rows.ts'

/**
 * Adds the batches of another journal that this one lacks, with their readable rows, so that rows which were never sent
 * are not forgotten. SECURITY: whoever changed that journal must not make this one send: one that has not ended is
 * stopped.
 */
export function copyBatches(target: Connection, from: DatabaseSync): void {
  for (const batch of readableRows(from, 'SELECT * FROM batch WHERE json_valid(confirmed) ORDER BY number', [], batchIn)) {
    const { batchId } = batch
    if (target.first('SELECT 1 FROM batch WHERE batch_id = ?', batchId) !== null) continue
    const rows = readableRows(
      from, 'SELECT * FROM batch_row WHERE batch_id = ? AND json_valid(confirmed) ORDER BY row', [batchId], rowIn,
    )
    target.transaction(() => {
      target.run(
        'INSERT INTO batch (batch_id, profile_id, state, paused, digest, confirmed) VALUES (?, ?, ?, NULL, ?, ?)',
        batchId, batch.profileId, batch.state, batch.digest, batch.confirmed,
      )
      for (const row of rows) target.run('INSERT OR IGNORE INTO batch_row VALUES (?, ?, ?, ?, ?, ?, ?)', batchId, ...row)
      for (const row of removedHere(target, batchId)) removeRowContent(target, { batchId, row }, 'request')
    })
  }
}

function batchIn(row: Row) {
  return {
    batchId: text<BatchId>(row, 'batch_id'), profileId: text(row, 'profile_id'), digest: text(row, 'digest'),
    confirmed: text(row, 'confirmed'), state: text(row, 'state') === 'ended' ? 'ended' : 'stopped',
  }
}

function rowIn(row: Row) {
  return [
    integer(row, 'row'), integer(row, 'line'), optionalInteger(row, 'minor_amount'), optionalText(row, 'currency'),
    text(row, 'confirmed'), optionalText(row, 'failure'),
  ] as const
}

/** The rows whose entries have lost their content here. */
function removedHere(target: Connection, batchId: BatchId): number[] {
  return target.all(
    `SELECT row FROM batch_entry JOIN entry USING (seq) WHERE batch_id = ? AND content_removed_at IS NOT NULL`, batchId,
  ).map((row) => integer(row, 'row'))
}
