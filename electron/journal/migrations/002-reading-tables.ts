import type { Migration } from './migration.ts'

/**
 * The tables for reading, all of them derived from the events in the transaction that writes an event.
 * `entry.seq` is the id of the entry's intent: the order of the history, and the key of its pages.
 */
export const readingTables: Migration = {
  name: 'reading tables',
  changesReadingTables: true,
  apply(connection) {
    connection.database.exec(`
      CREATE TABLE entry (
        seq INTEGER PRIMARY KEY REFERENCES event (id),
        entry_id TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        profile_id TEXT NOT NULL,
        profile_name TEXT NOT NULL,
        environment TEXT NOT NULL,
        operation TEXT NOT NULL,
        effect TEXT NOT NULL,
        creates_order INTEGER NOT NULL CHECK (creates_order IN (0, 1)),
        entry_point TEXT NOT NULL,
        state TEXT NOT NULL,
        merchant_order_id TEXT,
        order_id TEXT,
        serial_number TEXT,
        card_reference TEXT,
        last_four TEXT,
        minor_amount TEXT,
        enumerated_minor_amounts TEXT NOT NULL,
        currency TEXT,
        error_code TEXT,
        error_text TEXT
      ) STRICT;

      -- A second send of the same order is impossible in the data itself; one that surely never left frees its id.
      CREATE UNIQUE INDEX entry_creates_order_once ON entry (profile_id, merchant_order_id)
        WHERE creates_order = 1 AND state <> 'not-sent';
      CREATE INDEX entry_open ON entry (seq) WHERE state IN ('sending', 'processing', 'unknown');
      CREATE INDEX entry_by_facet ON entry (profile_id, operation, state);
      CREATE INDEX entry_by_card ON entry (profile_id, card_reference, at)
        WHERE effect IN ('moves-money', 'holds-money') AND card_reference IS NOT NULL;

      -- Which combinations exist, and how many entries each has: a filter visits these alone.
      CREATE TABLE facet (
        profile_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        state TEXT NOT NULL,
        entries INTEGER NOT NULL CHECK (entries >= 0),
        PRIMARY KEY (profile_id, operation, state)
      ) STRICT, WITHOUT ROWID;

      CREATE TRIGGER entry_counted AFTER INSERT ON entry BEGIN
        INSERT INTO facet VALUES (NEW.profile_id, NEW.operation, NEW.state, 1)
          ON CONFLICT DO UPDATE SET entries = entries + 1;
      END;
      CREATE TRIGGER entry_recounted AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
        UPDATE facet SET entries = entries - 1
          WHERE profile_id = OLD.profile_id AND operation = OLD.operation AND state = OLD.state;
        INSERT INTO facet VALUES (NEW.profile_id, NEW.operation, NEW.state, 1)
          ON CONFLICT DO UPDATE SET entries = entries + 1;
      END;

      -- From an order's ids to the entries that carry them. \`asked\`: a person asked for it, no gateway confirmed it.
      CREATE TABLE identifier (
        kind TEXT NOT NULL CHECK (kind IN ('merchant-order', 'order', 'serial')),
        value TEXT NOT NULL,
        seq INTEGER NOT NULL REFERENCES entry (seq),
        asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
        PRIMARY KEY (kind, value, seq)
      ) STRICT, WITHOUT ROWID;

      -- \`ids\` holds each id as one word, \`tails\` the same from its end, so that last digits are a prefix;
      -- \`facets\` lets a filter narrow a search inside the index.
      CREATE VIRTUAL TABLE entry_text USING fts5 (
        words, ids, tails, facets,
        content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
      );
    `)
  },
}
