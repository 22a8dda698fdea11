import { noteNonce } from '../read/nonces.ts'
import { integer } from '../row.ts'
import type { Migration } from './migration.ts'

/**
 * From the nonce of a request signed with OAuth to its entry (see `nonces.ts`). Only entries that have one are looked
 * at; deriving everything again would take minutes for what is one pass.
 */
export const nonces: Migration = {
  name: 'nonces',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      -- Without a reference to the entry, as in \`identifier\`.
      CREATE TABLE nonce (
        value TEXT NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (value, seq)
      ) STRICT, WITHOUT ROWID;
    `)
    for (let after = 0; ;) {
      // An event that somebody else put there may be no JSON. Verifying names it; opening must not fail over it.
      const rows = connection.all(
        `SELECT id, body ->> '$.signedText' AS signed_text FROM event
          WHERE id > ? AND kind = 'intent' AND instr(body, 'oauth_nonce') > 0 AND json_valid(body)
          ORDER BY id LIMIT 1000`,
        after,
      )
      for (const row of rows) {
        if (typeof row.signed_text === 'string') noteNonce(connection, integer(row, 'id'), row.signed_text)
      }
      const last = rows.at(-1)
      if (last === undefined) return
      after = integer(last, 'id')
    }
  },
}
