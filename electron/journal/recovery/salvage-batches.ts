import type { DatabaseSync } from 'node:sqlite'
import { parseForeignJson } from '#shared/foreign-json.ts'
import { batchSchema, columnMeaningSchema, type BatchId } from '#shared/model/payments/batch.ts'
import { merchantKeySchema, minorUnitsSchema } from '#shared/model/values/branded.ts'
import { failureSchema } from '#shared/model/answers/failure.ts'
import { z } from '#shared/model/values/zod.ts'
import type { Connection } from '../connection.ts'
import { removeRowContent } from '../recording/batches.ts'
import { integer, optionalInteger, optionalText, text, type Row } from '../row.ts'
import { readableRows } from './readable-rows.ts'

/** The schemas of the texts of a batch and of a row. */
const batchText = batchSchema.pick({
  batchId: true, profileId: true, profileName: true, environment: true, entryPoint: true, operation: true,
  fileName: true, startedAt: true, who: true,
}).extend({
  merchantKey: merchantKeySchema, headers: z.array(z.string()),
  reading: z.object({ mapping: z.array(columnMeaningSchema) }),
})
const rowText = z.object({
  line: z.number(), minorAmount: minorUnitsSchema.nullable(), currency: z.string().nullable(),
  values: z.record(z.string(), z.string()), cells: z.array(z.string()), reason: z.string().nullable(),
})

/**
 * Adds the batches of another journal that this one lacks, with their readable rows, so that rows which were never sent
 * are not lost. Skips a damaged text, with which no list of batches could be shown. SECURITY: a batch that has not
 * ended is stopped, so that whoever changed that journal cannot make this one send.
 */
export function copyBatches(target: Connection, from: DatabaseSync): void {
  for (const batch of readableRows(from, 'SELECT * FROM batch ORDER BY number', [], batchIn)) {
    if (batch === null || target.first('SELECT 1 FROM batch WHERE batch_id = ?', batch.batchId) !== null) continue
    const { batchId } = batch
    const rows = readableRows(from, 'SELECT * FROM batch_row WHERE batch_id = ? ORDER BY row', [batchId], rowIn)
      .filter((row) => row !== null)
    target.transaction(() => {
      target.run(
        'INSERT INTO batch (batch_id, profile_id, state, paused, digest, confirmed) VALUES (?, ?, ?, NULL, ?, ?)',
        batchId, batch.profileId, batch.state, batch.digest, batch.confirmed,
      )
      for (const row of rows) target.run('INSERT OR IGNORE INTO batch_row VALUES (?, ?, ?, ?, ?, ?, ?)', batchId, ...row)
      for (const row of removedHere(target, batchId)) removeRowContent(target, { batchId, row })
    })
  }
}

function batchIn(row: Row) {
  const confirmed = text(row, 'confirmed')
  const read = readAs(batchText, confirmed)
  if (read === null || read.batchId !== row.batch_id || read.profileId !== row.profile_id) return null
  const { batchId, profileId } = read
  const state = text(row, 'state') === 'ended' ? 'ended' : 'stopped'
  return { batchId, profileId, digest: text(row, 'digest'), confirmed, state }
}

function rowIn(row: Row) {
  const [confirmed, failure] = [text(row, 'confirmed'), optionalText(row, 'failure')]
  if (readAs(rowText, confirmed) === null) return null
  return [
    integer(row, 'row'), integer(row, 'line'), optionalInteger(row, 'minor_amount'), optionalText(row, 'currency'), confirmed,
    failure !== null && readAs(failureSchema, failure) !== null ? failure : null,
  ] as const
}

/** Parses a text by its schema; null if it does not match. */
function readAs<Value>(schema: z.ZodType<Value>, json: string): Value | null {
  try {
    return schema.safeParse(parseForeignJson(json)).data ?? null
  } catch {
    return null
  }
}

/** The rows whose entries' content was removed in this journal. */
function removedHere(target: Connection, batchId: BatchId): number[] {
  return target.all(
    `SELECT row FROM batch_entry JOIN entry USING (seq) WHERE batch_id = ? AND content_removed_at IS NOT NULL`, batchId,
  ).map((row) => integer(row, 'row'))
}
