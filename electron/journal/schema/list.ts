/** The dimensions of this first schema; a further one needs a migration (`write/list-values.ts`). */
const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash', 'card_brand', 'desk',
]

/** The numbers of the values in a row of `list_entry`, for a trigger. */
const held = (row: 'OLD' | 'NEW'): string => dimensions.map((dimension) => `${row}.${dimension}`).join(', ')

/** The tables by which the history is filtered, sorted and added up, with one short row per entry. */
export const list = `
  -- The values of each dimension, with the number of entries that have each.
  CREATE TABLE list_value (
    id INTEGER PRIMARY KEY,
    dimension TEXT NOT NULL,
    value TEXT NOT NULL,
    entries INTEGER NOT NULL DEFAULT 0 CHECK (entries >= 0),
    UNIQUE (dimension, value)
  ) STRICT;

  -- \`at\` and \`became_final\` in milliseconds; \`size\` is the amount in ten-thousandths of the major unit, -1
  -- without an amount.
  CREATE TABLE list_entry (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    became_final INTEGER,
    size INTEGER NOT NULL,
    money INTEGER NOT NULL CHECK (money IN (0, 1)),
    ${dimensions.map((dimension) => `${dimension} INTEGER`).join(', ')},
    reviewed_minor_amount INTEGER, net_minor_amount INTEGER,
    net_unknown INTEGER NOT NULL CHECK (net_unknown IN (0, 1)),
    facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX list_entry_by_at ON list_entry (at);
  CREATE INDEX list_entry_by_final ON list_entry (became_final, at) WHERE became_final IS NOT NULL;
  -- With the time, so that the rows of other times are not read.
  CREATE INDEX list_entry_by_size ON list_entry (size, seq, at);
  CREATE INDEX list_entry_by_money ON list_entry (at) WHERE money = 1;
  CREATE INDEX list_entry_by_money_size ON list_entry (size, seq, at) WHERE money = 1;
  ${dimensions.map((dimension) =>
    `CREATE INDEX list_entry_by_${dimension} ON list_entry (${dimension}, at) WHERE ${dimension} IS NOT NULL;`).join('\n  ')}

  CREATE TRIGGER list_entry_counted AFTER INSERT ON list_entry BEGIN
    UPDATE list_value SET entries = entries + 1 WHERE id IN (${held('NEW')});
  END;
  CREATE TRIGGER list_entry_no_longer_counted AFTER DELETE ON list_entry BEGIN
    UPDATE list_value SET entries = max(entries - 1, 0) WHERE id IN (${held('OLD')});
  END;
`
