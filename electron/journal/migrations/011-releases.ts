import type { Migration } from './migration.ts'

/**
 * Marks releases of holds in the lists that are prepared already. What `facts` held of them before named them refunds;
 * the intent has always said which they are.
 */
export const releases: Migration = {
  name: 'releases',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      UPDATE list_entry SET facts = json_set(facts, '$.releasesHold', json('true'))
      WHERE operation = (SELECT id FROM list_value WHERE dimension = 'operation' AND value = 'return')
        AND (SELECT json_extract(body, '$.releasesHold') FROM event WHERE event.id = list_entry.seq) = 1
    `)
  },
}
