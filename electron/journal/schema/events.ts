/**
 * The events: intent, outcome, later observations, the team's permission, closing by a person, notes, and removal of
 * content.
 * Append-only: no row is changed or removed. `entry` is the number of the event's entry, which is the id of its intent.
 * `facts` is the permanent part of the record, as JSON. `content_digest` is SHA-256 over the salt and the text of the
 * removable part (see `write/record-parts.ts`), NULL without one. Content has its own table: a link of the chain covers
 * only its digest, so that content can be removed and the chain still proves every event. Repetitions of an unchanged
 * observation are counted in a separate table.
 */
export const events = `
  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('intent', 'claim', 'outcome', 'observation', 'closing', 'note', 'removal')),
    at TEXT NOT NULL,
    facts TEXT NOT NULL,
    content_digest BLOB CHECK (length(content_digest) = 32),
    CHECK (CASE kind WHEN 'intent' THEN entry = id ELSE entry < id END)
  ) STRICT;

  CREATE INDEX event_of_entry ON event (entry);
  CREATE UNIQUE INDEX event_intent_once ON event (entry) WHERE kind = 'intent';
  CREATE UNIQUE INDEX event_outcome_once ON event (entry) WHERE kind = 'outcome';

  -- Without the salt, removed content could be guessed from its digest.
  CREATE TABLE content (
    event INTEGER PRIMARY KEY,
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE observation_repeat (
    event INTEGER PRIMARY KEY REFERENCES event (id),
    repeats INTEGER NOT NULL CHECK (repeats > 0),
    last_at TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  -- INSERT OR REPLACE removes a row without running the trigger above.
  CREATE TRIGGER event_is_appended BEFORE INSERT ON event
  WHEN NEW.id <> 1 + (SELECT coalesce(max(id), 0) FROM event)
    OR (NEW.kind IN ('intent', 'outcome')
      AND EXISTS (SELECT 1 FROM event WHERE entry = NEW.entry AND kind = NEW.kind))
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  CREATE TRIGGER content_is_never_changed BEFORE UPDATE ON content
  BEGIN SELECT RAISE(ABORT, 'content is append-only'); END;

  CREATE TRIGGER content_goes_with_a_removal BEFORE DELETE ON content
  WHEN NOT EXISTS (SELECT 1 FROM event JOIN event AS removal ON removal.entry = event.entry
    WHERE event.id = OLD.event AND removal.id > event.id AND removal.kind = 'removal')
  BEGIN SELECT RAISE(ABORT, 'content is append-only'); END;

  CREATE TRIGGER content_is_appended BEFORE INSERT ON content
  WHEN NEW.event <> (SELECT coalesce(max(id), 0) FROM event) OR EXISTS (SELECT 1 FROM content WHERE event = NEW.event)
    OR (SELECT content_digest FROM event WHERE id = NEW.event) IS NULL
  BEGIN SELECT RAISE(ABORT, 'content is append-only'); END;
`
