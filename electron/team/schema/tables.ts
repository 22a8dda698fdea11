/** The events of all desks, and the data derived from them. Rows are only added. */
export const tables = `
-- Applications of the versions writes_from to number may write, so that they need not stop for an upgrade that they
-- understand.
CREATE TABLE team_journal.version (
  number int PRIMARY KEY, writes_from int NOT NULL CHECK (writes_from <= number), at timestamptz NOT NULL DEFAULT now());

-- Minutes that a claim must be old before a person closes it by hand; the newest row counts.
CREATE TABLE team_journal.waiting_time (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  minutes int NOT NULL CHECK (minutes BETWEEN 15 AND 10080), login text NOT NULL, at timestamptz NOT NULL);
INSERT INTO team_journal.waiting_time (minutes, login, at) VALUES (120, session_user, clock_timestamp());

-- At most one row, and only before the tables have a version: it makes the team a rehearsal.
CREATE TABLE team_journal.rehearsal (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), login text NOT NULL, at timestamptz NOT NULL);

CREATE TABLE team_journal.desk (
  desk_id text COLLATE "C" PRIMARY KEY CHECK (desk_id ~ '^[0-9a-f]{32}$'),
  login text NOT NULL, label text NOT NULL CHECK (length(label) <= 200),
  public_key text CHECK (length(public_key) <= 1000),
  -- What people compare: SHA-256 of the key, as pairs of digits with colons.
  fingerprint text GENERATED ALWAYS AS (regexp_replace(encode(sha256(decode(
    regexp_replace(public_key, '-----[^-]+-----', '', 'g'), 'base64')), 'hex'), '(..)(?!$)', '\\1:', 'g')) STORED);

-- The SHA-256 of the secret by which a desk proves itself, and the key for the proofs of a connection. No member
-- may read them.
CREATE TABLE team_journal.desk_secret (
  desk_id text COLLATE "C" PRIMARY KEY REFERENCES team_journal.desk, digest bytea NOT NULL CHECK (octet_length(digest) = 32));
CREATE TABLE team_journal.proof_key (key bytea PRIMARY KEY CHECK (octet_length(key) = 32));
INSERT INTO team_journal.proof_key VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Which desks may claim and publish: the newest row of a desk counts, for the key with this fingerprint. Each row
-- comes from an event of an administrator's desk, except the first desk's.
CREATE TABLE team_journal.admission (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  desk_id text COLLATE "C" NOT NULL, fingerprint text, admitted boolean NOT NULL,
  event_id text COLLATE "C", login text NOT NULL, at timestamptz NOT NULL);
CREATE UNIQUE INDEX admission_first ON team_journal.admission ((event_id IS NULL)) WHERE event_id IS NULL;
CREATE INDEX admission_desk ON team_journal.admission (desk_id, id DESC);

-- One gap-free chain of events for each desk. The server sets login and receipt time; the desk sets the rest.
CREATE TABLE team_journal.event (
  desk_id text COLLATE "C" NOT NULL REFERENCES team_journal.desk,
  number bigint NOT NULL CHECK (number > 0),
  event_id text COLLATE "C" NOT NULL CHECK (event_id ~ '^[0-9a-f]{32}$'),
  entry_id text COLLATE "C" CHECK (entry_id ~ '^[0-9a-f]{32}$'),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,31}$'),
  at text NOT NULL CHECK (at ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'),
  facts text NOT NULL CHECK (length(facts) <= 1000000),
  content_digest text CHECK (content_digest ~ '^[0-9a-f]{64}$'),
  link text NOT NULL CHECK (link ~ '^[0-9a-f]{64}$'),
  state text,
  received_at timestamptz NOT NULL, login text NOT NULL,
  PRIMARY KEY (desk_id, number), UNIQUE (event_id, desk_id));
CREATE INDEX event_of_key ON team_journal.event (desk_id, number)
  WHERE kind IN ('exchange-key', 'destination-key-made', 'destination-key-given');
CREATE INDEX event_entry ON team_journal.event (entry_id, received_at, desk_id, number);

-- The removable part of an event, whose link covers only the digest. Removed content cannot be guessed without the
-- salt.
CREATE TABLE team_journal.content (
  desk_id text COLLATE "C" NOT NULL, number bigint NOT NULL,
  salt text NOT NULL CHECK (salt ~ '^[0-9a-f]{32}$'), body text NOT NULL CHECK (length(body) <= 4000000),
  PRIMARY KEY (desk_id, number), FOREIGN KEY (desk_id, number) REFERENCES team_journal.event);
CREATE VIEW team_journal.whole_event AS SELECT e.*, c.salt, c.body
  FROM team_journal.event e LEFT JOIN team_journal.content c ON c.desk_id = e.desk_id AND c.number = e.number;

-- How a claim ended, and whether its slot is free again.
CREATE TABLE team_journal.closing (
  entry_id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL, merchant_key text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, round int NOT NULL,
  frees boolean NOT NULL, state text NOT NULL,
  desk_id text COLLATE "C" NOT NULL, login text NOT NULL, at timestamptz NOT NULL,
  UNIQUE (merchant_key, id, kind, round, frees));

-- A claim is round n of its slot. The two constraints decide between all desks, without any update: only one entry
-- gets a round, and round n > 1 needs a closing of round n - 1 that frees the slot.
CREATE TABLE team_journal.claim (
  entry_id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('create', 'follow')),
  merchant_key text COLLATE "C" NOT NULL CHECK (octet_length(merchant_key) BETWEEN 1 AND 1200),
  id text COLLATE "C" NOT NULL CHECK (octet_length(id) BETWEEN 1 AND 1024),
  round int NOT NULL CHECK (round > 0),
  round_before int GENERATED ALWAYS AS (CASE WHEN round > 1 THEN round - 1 END) STORED,
  freed_before boolean GENERATED ALWAYS AS (CASE WHEN round > 1 THEN true END) STORED,
  desk_id text COLLATE "C" NOT NULL, login text NOT NULL, claimed_at timestamptz NOT NULL,
  CONSTRAINT claim_slot UNIQUE (merchant_key, id, kind, round),
  CONSTRAINT claim_round_before FOREIGN KEY (merchant_key, id, kind, round_before, freed_before)
    REFERENCES team_journal.closing (merchant_key, id, kind, round, frees));
ALTER TABLE team_journal.closing ADD CONSTRAINT closing_claim FOREIGN KEY (entry_id) REFERENCES team_journal.claim;

-- The n-th claim among possible duplicates of each other. The key is a digest, since long keys do not fit into an
-- index. The destination is a keyed digest whose first eight digits mark its key; null where the claim names none.
CREATE TABLE team_journal.duplicate (
  key text COLLATE "C" NOT NULL, n int NOT NULL CHECK (n > 0),
  entry_id text COLLATE "C" NOT NULL REFERENCES team_journal.claim,
  destination text COLLATE "C" CHECK (destination ~ '^[0-9a-f]{64}$'), PRIMARY KEY (key, n));
CREATE INDEX duplicate_entry ON team_journal.duplicate (entry_id);
CREATE INDEX duplicate_destination ON team_journal.duplicate (key, destination, n);

-- Claims that were delivered after another entry had taken the slot. They are open outcomes.
CREATE TABLE team_journal.collision (
  entry_id text COLLATE "C" PRIMARY KEY, holder text COLLATE "C" NOT NULL,
  desk_id text COLLATE "C" NOT NULL, at timestamptz NOT NULL);

-- What a search finds an order by: one row for each entry, and the entry's ids.
CREATE TABLE team_journal.entry (
  entry_id text COLLATE "C" PRIMARY KEY, merchant_key text COLLATE "C" NOT NULL, operation text NOT NULL, who text NOT NULL,
  merchant_order_id text COLLATE "C", order_id text COLLATE "C", minor_amount text COLLATE "C", currency text,
  desk_id text COLLATE "C" NOT NULL, login text NOT NULL, at timestamptz NOT NULL);
CREATE TABLE team_journal.ident (
  value text COLLATE "C" NOT NULL CHECK (octet_length(value) BETWEEN 1 AND 1024),
  at timestamptz NOT NULL, entry_id text COLLATE "C" NOT NULL, PRIMARY KEY (value, at, entry_id));
CREATE INDEX ident_entry ON team_journal.ident (entry_id);
`
