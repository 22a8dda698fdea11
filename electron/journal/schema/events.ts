/**
 * The events: what was intended, how it ended, what was observed later, what the team permitted and what a person
 * closed. Append-only; the database refuses everything else, except a removal by retention. `entry` is the number of
 * the entry that the event belongs to: the id that its intent was written with, which a copy without content keeps;
 * `body` is the record as JSON. How often an unchanged observation came again is counted beside it, so that no event is
 * ever edited.
 */
export const events = `
  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('intent', 'claim', 'outcome', 'observation', 'closing')),
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    CHECK (CASE kind WHEN 'intent' THEN entry <= id ELSE entry <> id END)
  ) STRICT;

  CREATE INDEX event_of_entry ON event (entry);
  CREATE UNIQUE INDEX event_once ON event (entry, kind) WHERE kind IN ('intent', 'outcome');

  CREATE TABLE observation_repeat (
    event INTEGER PRIMARY KEY REFERENCES event (id),
    repeats INTEGER NOT NULL CHECK (repeats > 0),
    last_at TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event WHEN NOT EXISTS (SELECT 1 FROM removal)
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  -- INSERT OR REPLACE removes a row without asking the trigger above.
  CREATE TRIGGER event_is_appended BEFORE INSERT ON event
  WHEN NEW.id <> 1 + max(
      (SELECT coalesce(max(id), 0) FROM event),
      coalesce((SELECT highest_event FROM checkpoint ORDER BY id DESC LIMIT 1), 0))
    OR (NEW.kind IN ('intent', 'outcome')
      AND EXISTS (SELECT 1 FROM event WHERE entry = NEW.entry AND kind = NEW.kind))
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
`
