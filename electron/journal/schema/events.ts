/**
 * The events: what was intended, how it ended, what was observed later, what the team permitted and what a person
 * closed. Append-only; the database refuses everything else, except a removal by retention. `entry` is the id of the
 * intent that the event belongs to (its own id for an intent); `body` is the record as JSON. How often an unchanged
 * observation came again is counted beside it, so that no event is ever edited.
 */
export const events = `
  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES event (id),
    kind TEXT NOT NULL CHECK (kind IN ('intent', 'claim', 'outcome', 'observation', 'closing')),
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    CHECK ((kind = 'intent') = (entry = id))
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
