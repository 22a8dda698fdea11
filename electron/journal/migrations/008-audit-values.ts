import type { Migration } from './migration.ts'

/**
 * Values of an audit line that are asked for again: how many of what it tells of, and the two merchants that it
 * declares one (as JSON).
 */
export const auditValues: Migration = {
  name: 'audit values',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      ALTER TABLE audit ADD COLUMN count INTEGER CHECK (count >= 0);
      ALTER TABLE audit ADD COLUMN same_merchants TEXT CHECK (json_valid(same_merchants));
    `)
  },
}
