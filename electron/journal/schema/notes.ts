/**
 * The current notes of each entry, without those that a person removed. `due`: the day of a follow-up that is not done.
 * `card`: the note is about the card of its entry. `entry_tag` finds the entries with a tag.
 */
export const notes = `
  CREATE TABLE note (
    seq INTEGER NOT NULL,
    note_id TEXT NOT NULL,
    card INTEGER NOT NULL CHECK (card IN (0, 1)),
    due TEXT,
    PRIMARY KEY (seq, note_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX note_due ON note (due, seq) WHERE due IS NOT NULL;
  CREATE INDEX note_of_card ON note (seq) WHERE card = 1;

  CREATE TABLE entry_tag (
    tag TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (tag, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_tag_of_entry ON entry_tag (seq);
`
