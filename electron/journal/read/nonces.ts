/** The entry that was signed with an OAuth nonce. */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { Connection } from '../connection.ts'
import type { NonceUse } from './queries.ts'
import { text } from '../row.ts'

/** The newest entry that was signed with exactly this nonce, `besides` left out; null when there is none. */
export function nonceUse(
  connection: Connection, { nonce, besides = null }: { nonce: string; besides?: EntryId | null },
): NonceUse | null {
  const row = connection.first(
    `SELECT entry_id, at, operation FROM nonce JOIN entry ON entry.seq = nonce.seq
      WHERE value = ? AND entry_id IS NOT ? ORDER BY nonce.seq DESC LIMIT 1`,
    nonce, besides,
  )
  return row === null ? null : {
    entryId: text<EntryId>(row, 'entry_id'),
    at: text<UtcTime>(row, 'at'),
    operation: text<OperationId>(row, 'operation'),
  }
}
