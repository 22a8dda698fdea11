/**
 * The events that this desk delivers to the journal of its team. `team_event` is the desk's own chain there, by number;
 * events above `delivered` are pending. It is derived from the events and the audit trail by their position. `live` and
 * `history` are the progress; `history` is for rows from before the desk joined (`joined_after`). `event` is the event
 * of this journal whose content is delivered; only this journal stores the content. `rehearsal`: the team is a
 * rehearsal, and accepts nothing of production.
 */
export const team = `
  CREATE TABLE team (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    desk_id TEXT NOT NULL,
    joined_at TEXT NOT NULL,
    joined_after INTEGER NOT NULL,
    live INTEGER NOT NULL,
    history INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    link TEXT NOT NULL,
    rehearsal INTEGER NOT NULL CHECK (rehearsal IN (0, 1))
  ) STRICT;

  CREATE TABLE team_event (
    number INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    position INTEGER UNIQUE,
    event INTEGER,
    entry_id TEXT,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_event_of_entry ON team_event (entry_id) WHERE entry_id IS NOT NULL;

  -- How far the chains of the other desks were verified, and the key seen with each.
  CREATE TABLE team_seen (
    desk_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    link TEXT NOT NULL,
    public_key TEXT
  ) STRICT, WITHOUT ROWID;
`
