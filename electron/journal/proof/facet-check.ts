import type { EntryId } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'

const combination = 'profile_id, operation, state'
const counted = `SELECT ${combination}, count(*) AS entries FROM entry GROUP BY ${combination}`

/**
 * Compares the counts by which a filter finds its entries with the list, and counts again where one differs. `entries`
 * are those of the list whose count was wrong, `newest` is the newest of them. One pass over an index: some
 * milliseconds for a hundred thousand entries. Call it before the list is put right: that goes on counting from these.
 */
export function repairFacets(connection: Connection): { readonly entries: number; readonly newest: EntryId | null } {
  const wrong = connection.all(
    `SELECT ${combination}, real.entries FROM (${counted}) AS real LEFT JOIN facet USING (${combination})
      WHERE facet.entries IS NOT real.entries`,
  )
  const strange = connection.first(
    `SELECT 1 FROM facet WHERE entries <> 0 AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.profile_id = facet.profile_id
      AND entry.operation = facet.operation AND entry.state = facet.state)`,
  )
  if (wrong.length === 0 && strange === null) return { entries: 0, newest: null }
  return connection.transaction(() => {
    connection.run('DELETE FROM facet')
    connection.run(`INSERT INTO facet (${combination}, entries) ${counted}`)
    const newest = wrong.map((row) => integer(connection.first(
      'SELECT max(seq) AS seq FROM entry WHERE profile_id = ? AND operation = ? AND state = ?',
      text(row, 'profile_id'), text(row, 'operation'), text(row, 'state'),
    ) ?? {}, 'seq'))
    const entry = connection.first('SELECT entry_id FROM entry WHERE seq = ?', Math.max(...newest, 0))
    return {
      entries: wrong.reduce((sum, row) => sum + integer(row, 'entries'), 0),
      newest: entry === null ? null : text<EntryId>(entry, 'entry_id'),
    }
  })
}
