import type { Migration } from './migration.ts'

/**
 * A search whose cost does not follow the length of the history (see `search-index.ts`), and entries that can leave it
 * again: retention removes old ones.
 */
export const search: Migration = {
  name: 'search',
  changesReadingTables: true,
  apply(connection) {
    connection.database.exec(`
      DROP TABLE entry_text;
      -- What a term is was decided before: the tokenizer only splits at blanks.
      CREATE VIRTUAL TABLE entry_text USING fts5 (
        terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '.'"
      );
      -- Where each term stands, term by term.
      CREATE VIRTUAL TABLE IF NOT EXISTS entry_term USING fts5vocab (entry_text, instance);

      -- As it was, without the reference to the entry: checking it would read the whole table for each entry removed.
      DROP TABLE identifier;
      CREATE TABLE identifier (
        kind TEXT NOT NULL CHECK (kind IN ('merchant-order', 'order', 'serial')),
        value TEXT NOT NULL,
        seq INTEGER NOT NULL,
        asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
        PRIMARY KEY (kind, value, seq)
      ) STRICT, WITHOUT ROWID;

      CREATE TRIGGER IF NOT EXISTS entry_no_longer_counted AFTER DELETE ON entry BEGIN
        UPDATE facet SET entries = entries - 1
          WHERE profile_id = OLD.profile_id AND operation = OLD.operation AND state = OLD.state;
      END;
    `)
  },
}
