/** Reads the file of payouts or transfers again: a restart or a lock has cleared their accounts from memory. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { KeptBatch, KeptRow } from '../../../journal/port.ts'
import type { Target } from '../../requests/index.ts'
import type { Services } from '../../services.ts'
import type { DraftsForStart } from '../planned.ts'
import type { Batches } from './batches.ts'
import { haveSameKey, rowDigests } from './row-digests.ts'

const rowsAtOnce = 1_000

/**
 * Reads the file that a person chooses, and stores its values in memory for the batch. Every row of the batch must be
 * on its line with exactly the confirmed values; otherwise it fails with `batch-file-differs` and stores nothing. Fails
 * with `batch-key-lost` if that cannot be proven any more.
 */
export async function reopenFile(
  { journal, vault }: Services, batches: Batches, drafts: DraftsForStart, kept: KeptBatch, target: Target,
): Promise<Result<null, Failure>> {
  const since = batches.timesRested()
  const { batchId } = kept
  if (kept.state === 'running' || operations[kept.operation].batch !== 'file-only') {
    return failed({ code: 'batch-not-possible-now' })
  }
  // SECURITY: the digests prove the file only if they are those that a person confirmed.
  const confirmed = await journal.isBatchAsConfirmed({ batchId })
  if (!confirmed.ok) return confirmed
  if (!confirmed.value) return failed({ code: 'batch-rows-changed' })
  const rows = await allRows(journal, batchId)
  if (!rows.ok) return rows
  const read = await drafts.readAgain(kept, target)
  if (!read.ok) return read
  const values = rows.value.map(({ confirmed: { line } }) => read.value.get(line) ?? {})
  const differs = await differsFrom(vault, rows.value, values)
  if (differs !== null) return failed(differs)
  const byRow = new Map(rows.value.map(({ row }, index) => [row, values[index] ?? {}]))
  return batches.keepFile(batchId, byRow, since) ? success(null) : failed({ code: 'desk-locked' })
}

async function differsFrom(
  vault: Services['vault'], rows: readonly KeptRow[], values: readonly FieldValues[],
): Promise<Failure | null> {
  const digests = await rowDigests(vault, values)
  if (!digests.ok) return digests.failure
  for (const [index, { confirmed: { digest } }] of rows.entries()) {
    const found = digests.value[index] ?? ''
    if (digest === null || !haveSameKey(found, digest)) return { code: 'batch-key-lost' }
    if (found !== digest) return { code: 'batch-file-differs' }
  }
  return null
}

async function allRows(
  journal: Services['journal'], batchId: BatchId,
): Promise<Result<readonly KeptRow[], Failure>> {
  const rows: KeptRow[] = []
  for (;;) {
    const page = await journal.batchRows({ batchId, show: 'all', sort: 'line', from: rows.length, count: rowsAtOnce })
    if (!page.ok) return page
    rows.push(...page.value.rows)
    if (page.value.rows.length < rowsAtOnce) return success(rows)
  }
}
