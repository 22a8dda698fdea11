import { held } from './009-work-list.ts'
import type { Migration } from './migration.ts'

const ofOldEntry = 'profile_id = OLD.profile_id AND operation = OLD.operation AND state = OLD.state'

/**
 * No count goes below 0. One that somebody made too small must keep no outcome from being written, and no old entry in
 * the history: verifying counts again.
 */
export const counts: Migration = {
  name: 'counts',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      DROP TRIGGER IF EXISTS entry_recounted;
      DROP TRIGGER IF EXISTS entry_no_longer_counted;
      DROP TRIGGER IF EXISTS list_entry_no_longer_counted;
      CREATE TRIGGER entry_recounted AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
        UPDATE facet SET entries = max(entries - 1, 0) WHERE ${ofOldEntry};
        INSERT INTO facet VALUES (NEW.profile_id, NEW.operation, NEW.state, 1)
          ON CONFLICT DO UPDATE SET entries = entries + 1;
      END;
      CREATE TRIGGER entry_no_longer_counted AFTER DELETE ON entry BEGIN
        UPDATE facet SET entries = max(entries - 1, 0) WHERE ${ofOldEntry};
      END;
      CREATE TRIGGER list_entry_no_longer_counted AFTER DELETE ON list_entry BEGIN
        UPDATE list_value SET entries = max(entries - 1, 0) WHERE id IN (${held('OLD')});
      END;
    `)
  },
}
