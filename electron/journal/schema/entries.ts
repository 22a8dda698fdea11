const ofOldEntry = 'profile_id = OLD.profile_id AND operation = OLD.operation AND state = OLD.state'

/**
 * The reading tables, derived from the events in the transaction that writes an event. `entry.seq` is the id of the
 * entry's intent. It is the order of the history, and the key of its pages.
 */
export const entries = `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    entry_id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    merchant_key TEXT NOT NULL,
    environment TEXT NOT NULL,
    operation TEXT NOT NULL,
    effect TEXT NOT NULL,
    creates_order INTEGER NOT NULL CHECK (creates_order IN (0, 1)),
    entry_point TEXT NOT NULL,
    state TEXT NOT NULL,
    collision TEXT CHECK (collision IN ('open', 'closed')),
    merchant_order_id TEXT,
    order_id TEXT,
    serial_number TEXT,
    card_reference TEXT,
    destination TEXT,
    last_four TEXT,
    minor_amount TEXT,
    enumerated_minor_amounts TEXT NOT NULL,
    currency TEXT,
    error_code TEXT,
    error_text TEXT,
    content_removed_at TEXT
  ) STRICT;

  -- The database itself prevents a second send of the same order; a send that certainly never left frees its id. It
  -- also prevents a second refund, void or capture of an order while the outcome of the last one is open: the
  -- gateway has no idempotency, and a lost refund may have moved the money (addendum 8). By profile and by
  -- merchant, since a profile may be removed and entered again, or be one of several of a merchant. Rows that
  -- collide already are marked and left out.
  CREATE UNIQUE INDEX entry_creates_order_once ON entry (profile_id, merchant_order_id)
    WHERE creates_order = 1 AND state <> 'not-sent';
  CREATE UNIQUE INDEX merchant_creates_order_once ON entry (merchant_key, merchant_order_id)
    WHERE creates_order = 1 AND state <> 'not-sent' AND collision IS NULL;
  CREATE UNIQUE INDEX entry_one_action_in_flight ON entry (profile_id, order_id)
    WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money')
      AND state IN ('sending', 'processing', 'unknown');
  CREATE UNIQUE INDEX merchant_one_action_in_flight ON entry (merchant_key, order_id)
    WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money')
      AND state IN ('sending', 'processing', 'error', 'unknown') AND collision IS NULL;

  CREATE INDEX entry_open ON entry (seq) WHERE state IN ('sending', 'processing', 'error', 'unknown');
  CREATE INDEX entry_collision ON entry (seq) WHERE collision = 'open';
  CREATE INDEX entry_by_facet ON entry (profile_id, operation, state);
  CREATE INDEX entry_by_action ON entry (profile_id, order_id)
    WHERE creates_order = 0 AND effect IN ('moves-money', 'holds-money');
  -- For the search for a possible duplicate, newest first.
  CREATE INDEX entry_of_merchant_card ON entry (merchant_key, card_reference)
    WHERE effect IN ('moves-money', 'holds-money') AND card_reference IS NOT NULL;
  CREATE INDEX entry_of_merchant_amount ON entry (merchant_key, operation, minor_amount, currency, destination)
    WHERE creates_order = 1;

  -- Each merchant that a person declared to be another one, and the one that represents all of them.
  CREATE TABLE merchant_alias (merchant_key TEXT PRIMARY KEY, same_as TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- The existing combinations, with the number of entries of each: a filter reads only these. No count falls below
  -- 0: a count that was changed from outside must not prevent an outcome from being written. Verification counts
  -- again.
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
    UPDATE facet SET entries = max(entries - 1, 0) WHERE ${ofOldEntry};
    INSERT INTO facet VALUES (NEW.profile_id, NEW.operation, NEW.state, 1)
      ON CONFLICT DO UPDATE SET entries = entries + 1;
  END;
  CREATE TRIGGER entry_no_longer_counted AFTER DELETE ON entry BEGIN
    UPDATE facet SET entries = max(entries - 1, 0) WHERE ${ofOldEntry};
  END;

  -- From an order's ids to the entries that have them. \`asked\`: entered by a person, not confirmed by a gateway.
  -- No foreign key: checking it would read the whole table for each entry removed.
  CREATE TABLE identifier (
    kind TEXT NOT NULL CHECK (kind IN ('merchant-order', 'order', 'serial')),
    value TEXT NOT NULL,
    seq INTEGER NOT NULL,
    asked INTEGER NOT NULL CHECK (asked IN (0, 1)),
    PRIMARY KEY (kind, value, seq)
  ) STRICT, WITHOUT ROWID;

  -- From the nonce of a request signed with OAuth to its entry.
  CREATE TABLE nonce (
    value TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (value, seq)
  ) STRICT, WITHOUT ROWID;

  -- Keeps the cost of a search independent of the history's length (\`search-index.ts\`). The code decides what a
  -- term is; the tokenizer only splits at spaces.
  CREATE VIRTUAL TABLE entry_text USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '.'"
  );
  -- The terms with their entries, in order of the terms.
  CREATE VIRTUAL TABLE entry_term USING fts5vocab (entry_text, instance);
`
