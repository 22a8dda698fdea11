import type { Migration } from './migration.ts'

/** The columns of `list_entry` that hold the number of a value, each with an index that goes on by time. */
const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash',
]
const columns = dimensions.map((dimension) => `${dimension} INTEGER`).join(', ')
const indexes = dimensions.map((dimension) => `
  CREATE INDEX list_entry_by_${dimension} ON list_entry (${dimension}, at) WHERE ${dimension} IS NOT NULL;`).join('')
/** The numbers of the values that a row of `list_entry` holds, in a trigger. */
export const held = (row: 'OLD' | 'NEW'): string => dimensions.map((dimension) => `${row}.${dimension}`).join(', ')

/**
 * What the history is filtered, sorted and added up by, one short row an entry. Nothing is derived here: a start must
 * not wait for it. `preparation` says how far down older entries are still to be prepared; it is empty when all are.
 */
export const workList: Migration = {
  name: 'work list',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      -- The values that entries have, and how many have each.
      CREATE TABLE list_value (
        id INTEGER PRIMARY KEY,
        dimension TEXT NOT NULL,
        value TEXT NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0 CHECK (entries >= 0),
        UNIQUE (dimension, value)
      ) STRICT;

      -- \`at\` in milliseconds, \`size\` the amount in ten-thousandths of the major unit, -1 where there is none.
      CREATE TABLE list_entry (
        seq INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        size INTEGER NOT NULL,
        money INTEGER NOT NULL CHECK (money IN (0, 1)),
        ${columns},
        reviewed_minor_amount INTEGER, net_minor_amount INTEGER,
        net_unknown INTEGER NOT NULL CHECK (net_unknown IN (0, 1)),
        facts TEXT NOT NULL
      ) STRICT;
      CREATE INDEX list_entry_by_at ON list_entry (at);
      CREATE INDEX list_entry_by_size ON list_entry (size);
      CREATE INDEX list_entry_by_money ON list_entry (at) WHERE money = 1;
      CREATE INDEX list_entry_by_money_size ON list_entry (size) WHERE money = 1;
      ${indexes}

      CREATE TRIGGER list_entry_counted AFTER INSERT ON list_entry BEGIN
        UPDATE list_value SET entries = entries + 1 WHERE id IN (${held('NEW')});
      END;
      CREATE TRIGGER list_entry_no_longer_counted AFTER DELETE ON list_entry BEGIN
        UPDATE list_value SET entries = entries - 1 WHERE id IN (${held('OLD')});
      END;

      -- Entries below this number are still to be prepared, newest first.
      CREATE TABLE preparation (below INTEGER NOT NULL) STRICT;
      INSERT INTO preparation SELECT max(seq) + 1 FROM entry HAVING count(*) > 0;
    `)
  },
}
