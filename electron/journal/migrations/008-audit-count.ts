import type { Migration } from './migration.ts'

/** How many of what a line of the audit trail tells of, where it is a number that is asked for again. */
export const auditCount: Migration = {
  name: 'audit-count',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec('ALTER TABLE audit ADD COLUMN count INTEGER CHECK (count >= 0)')
  },
}
