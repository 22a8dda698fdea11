import type { DatabaseSync } from 'node:sqlite'
import type { Link } from '../chain/chain-types.ts'
import { linkDigest, linkAt, newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { newestHead } from '../proof/heads.ts'
import { integer } from '../row.ts'
import { readableRows } from './readable-rows.ts'

/**
 * Whether the history that a backup will replace has the backup's newest head, but continues differently. Then the
 * application did not write the rows after the head in the backup. SECURITY: this can only reduce the trust in a
 * backup. If the replaced history does not have the head, the end of the backup counts as unproven.
 */
export function contradicts(backup: Connection, from: DatabaseSync): boolean {
  const signed = newestHead(backup)?.position ?? 0
  const through = newestLink(backup).position
  const newestReplaced = (first: number, last: number): Link | undefined => readableRows(
    from, 'SELECT position, link FROM chain WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT 1', [first, last],
    (row) => ({ position: integer(row, 'position'), link: linkDigest(row) }),
  )[0]
  const isInBackup = ({ position, link }: Link) => linkAt(backup, position) === link
  const [known, last] = [newestReplaced(signed, signed), newestReplaced(signed + 1, through)]
  return last !== undefined && !isInBackup(last) && known !== undefined && isInBackup(known)
}
