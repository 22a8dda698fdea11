import type { BatchPlace } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { UnsentRowsOf } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/**
 * Rows of ended batches that were never sent and have content, and the number of rows that may still be sent. Reads one
 * batch per turn of the journal.
 */
export async function unsentRows(
  { journal }: Pick<Services, 'journal'>, of: UnsentRowsOf,
): Promise<Result<{ readonly rows: readonly BatchPlace[]; readonly staying: number }, Failure>> {
  const rows: BatchPlace[] = []
  let staying = 0
  for (let after = 0; ;) {
    const part = await journal.unsentRows({ of, after })
    if (!part.ok) return part
    rows.push(...part.value.rows)
    staying += part.value.staying
    if (part.value.next === null) return success({ rows, staying })
    after = part.value.next
  }
}
