import type { Migration } from './migration.ts'

/**
 * Heads of the chain that the vault signed, for whoever has the public key alone (see `shared/model/journal-head.ts`).
 * Retention leaves them: what they prove of a position that is gone, the links behind it carry on.
 */
export const heads: Migration = {
  name: 'heads',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      CREATE TABLE head (
        id INTEGER PRIMARY KEY,
        journal TEXT NOT NULL,
        number INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        position INTEGER NOT NULL,
        link TEXT NOT NULL,
        at TEXT NOT NULL,
        key_id TEXT NOT NULL,
        signature TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER head_is_never_changed BEFORE UPDATE ON head
      BEGIN SELECT RAISE(ABORT, 'head is append-only'); END;
      CREATE TRIGGER head_is_never_removed BEFORE DELETE ON head
      BEGIN SELECT RAISE(ABORT, 'head is append-only'); END;
      CREATE TRIGGER head_is_appended BEFORE INSERT ON head WHEN NEW.id <> 1 + (SELECT coalesce(max(id), 0) FROM head)
      BEGIN SELECT RAISE(ABORT, 'head is append-only'); END;
    `)
  },
}
