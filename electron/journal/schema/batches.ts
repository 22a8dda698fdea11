/**
 * Batches. `batch` and `batch_row` have what a person confirmed. Each batch has a digest of all of it; a line of the
 * audit trail has the same digest, and so the chain protects it (`recording/batches.ts`). `batch_entry` has the entries
 * of each row, derived from the intents.
 */
export const batches = `
  CREATE TABLE batch (
    number INTEGER PRIMARY KEY,
    batch_id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'ended')),
    paused TEXT,
    digest TEXT NOT NULL,
    confirmed TEXT NOT NULL
  ) STRICT;

  -- \`confirmed\`: line, values and cells. \`failure\`: why the row was set aside.
  CREATE TABLE batch_row (
    batch_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    line INTEGER NOT NULL,
    minor_amount INTEGER,
    currency TEXT,
    confirmed TEXT NOT NULL,
    failure TEXT,
    PRIMARY KEY (batch_id, row)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE batch_entry (
    batch_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (batch_id, row, seq)
  ) STRICT, WITHOUT ROWID;
`
