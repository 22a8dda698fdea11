/** Triggers that refuse changes and removals of a table's rows, and rows that are not appended at its end. */
const appendOnly = (table: string, key: string, next: string): string => `
  CREATE TRIGGER ${table}_is_never_changed BEFORE UPDATE ON ${table}
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_is_never_removed BEFORE DELETE ON ${table}
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_is_appended BEFORE INSERT ON ${table} WHEN NOT (NEW.${key} ${next})
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`
const numbered = (table: string): string => `= 1 + (SELECT coalesce(max(id), 0) FROM ${table})`

/**
 * The audit trail, the chain of links over events, audit lines and heads (see `chain/chain.ts`), and the heads, which
 * sign it (see `shared/model/history/journal-head.ts`). Their rows are never removed.
 */
export const chain = `
  -- \`count\`: how many things the line is about. \`same_merchants\`: the two merchants that it declares to be one.
  -- \`life_steps\`: steps in the lifecycle of a key or control secret (\`shared/model/keys/life-steps.ts\`). Both as
  -- JSON.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    os_user TEXT NOT NULL,
    name TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    count INTEGER CHECK (count >= 0),
    same_merchants TEXT CHECK (json_valid(same_merchants)),
    life_steps TEXT CHECK (json_valid(life_steps))
  ) STRICT;
  CREATE INDEX audit_life ON audit (id) WHERE life_steps IS NOT NULL;

  CREATE TABLE chain (
    position INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('event', 'audit', 'head')),
    ref INTEGER NOT NULL,
    link BLOB NOT NULL CHECK (length(link) = 32)
  ) STRICT;
  CREATE UNIQUE INDEX chain_once ON chain (kind, ref);

  -- \`position\`: the last position that the head signs, before its own. The link of that position is in \`chain\`.
  CREATE TABLE head (
    id INTEGER PRIMARY KEY,
    journal TEXT NOT NULL,
    number INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    at TEXT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;

  ${appendOnly('chain', 'position', '= 1 + (SELECT coalesce(max(position), 0) FROM chain)')}
  ${appendOnly('audit', 'id', numbered('audit'))}
  ${appendOnly('head', 'id', numbered('head'))}
`
