import { migrations, type Migration } from '../migrations/index.ts'

/** The further tables in the file of copied logs, besides those of a journal. */
const otherDesks: Migration = {
  apply(connection) {
    connection.database.exec(`
      -- That money moves once is a rule for what this desk sends. The logs of others may break it: installations that
      -- are copies of each other have the same ids, and an outcome may be unreadable here.
      DROP INDEX entry_creates_order_once;
      DROP INDEX merchant_creates_order_once;
      DROP INDEX entry_one_action_in_flight;
      DROP INDEX merchant_one_action_in_flight;
      -- Only reviews, open outcomes and the check of the own history read these.
      DROP INDEX entry_open;
      DROP INDEX entry_collision;
      DROP INDEX entry_by_action;
      DROP INDEX entry_of_merchant_card;
      DROP INDEX entry_of_merchant_amount;

      -- How far each desk's log is copied, and the link there. \`contradicted\`: the events that follow do not fit
      -- that link.
      CREATE TABLE other_desk (
        id INTEGER PRIMARY KEY,
        desk_id TEXT NOT NULL UNIQUE,
        label TEXT NOT NULL,
        public_key TEXT,
        admitted INTEGER NOT NULL CHECK (admitted IN (0, 1)),
        number INTEGER NOT NULL,
        link TEXT NOT NULL,
        contradicted INTEGER NOT NULL DEFAULT 0 CHECK (contradicted IN (0, 1))
      ) STRICT;

      -- Which desk recorded an event, and the event's number in that desk's log.
      CREATE TABLE origin (
        event INTEGER PRIMARY KEY,
        desk INTEGER NOT NULL,
        number INTEGER NOT NULL,
        UNIQUE (desk, number)
      ) STRICT;

      -- The local number of each copied entry. \`own\`: this desk's history has the entry, so lists do not show the
      -- copy.
      CREATE TABLE copied_entry (
        entry_id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        own INTEGER NOT NULL CHECK (own IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX copied_entry_by_seq ON copied_entry (seq);
      CREATE INDEX copied_entry_own ON copied_entry (entry_id) WHERE own = 1;

      -- Removals of content that no head of their desk covers yet.
      CREATE TABLE waiting_removal (
        desk INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        at TEXT NOT NULL,
        facts TEXT NOT NULL,
        PRIMARY KEY (desk, number)
      ) STRICT, WITHOUT ROWID;

      -- The desk for which the logs were copied, and when the copies were last complete.
      CREATE TABLE copies (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        own_desk_id TEXT NOT NULL,
        up_to_date_at TEXT
      ) STRICT;
    `)
  },
}

/** Entries are listed under the first id of their desk's key; a file from before is created again. */
const byKey: Migration = {
  apply(connection) {
    connection.database.exec('CREATE INDEX other_desk_by_key ON other_desk (public_key)')
  },
}

/** A journal's tables and the further ones, so that lists and searches read a copied log like the desk's own. */
export const otherDesksSchema: readonly Migration[] = [...migrations, otherDesks, byKey]
