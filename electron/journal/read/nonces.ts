/** Which entry was signed with which OAuth nonce: the table `nonce`, derived from the text that each intent signed. */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import { nonceInBaseString } from '#shared/gateway/oauth.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Connection } from '../connection.ts'
import type { NonceUse } from './queries.ts'
import { text } from '../row.ts'

/** Notes the nonce of what an entry signed; a control text has none. Once is enough. Call inside a transaction. */
export function noteNonce(connection: Connection, seq: number, signedText: string): void {
  const nonce = nonceInBaseString(signedText)
  if (nonce === null) return
  connection.run('INSERT INTO nonce (value, seq) VALUES (?, ?) ON CONFLICT DO NOTHING', nonce, seq)
}

/** Forgets the nonce of an entry that goes. Call inside a transaction. */
export function forgetNonce(connection: Connection, seq: number, signedText: string): void {
  const nonce = nonceInBaseString(signedText)
  if (nonce !== null) connection.run('DELETE FROM nonce WHERE value = ? AND seq = ?', nonce, seq)
}

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
