import { appendLink } from '../proof/chain.ts'
import { integer } from '../row.ts'
import type { Migration } from './migration.ts'

/** Refuses changes of a table's rows, removals but those of retention, and rows that are not appended at its end. */
const appendOnly = (table: string, key: string, next: string, removable: boolean): string => `
  CREATE TRIGGER ${table}_is_never_changed BEFORE UPDATE ON ${table}
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_is_never_removed BEFORE DELETE ON ${table}
  ${removable ? 'WHEN NOT EXISTS (SELECT 1 FROM removal)' : ''}
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_is_appended BEFORE INSERT ON ${table} WHEN NOT (NEW.${key} ${next})
  BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
`

/**
 * The chain of links over events, audit lines and checkpoints, the seals on it (see `chain.ts`), and the one way in
 * which an event may go: by retention, which leaves a checkpoint. What is in the file already is linked here.
 */
export const chain: Migration = {
  name: 'chain',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      CREATE TABLE chain (
        position INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('event', 'audit', 'checkpoint')),
        ref INTEGER NOT NULL,
        link BLOB NOT NULL CHECK (length(link) = 32)
      ) STRICT;
      CREATE UNIQUE INDEX chain_once ON chain (kind, ref);

      CREATE TABLE seal (
        position INTEGER PRIMARY KEY,
        key_id TEXT NOT NULL,
        seal BLOB NOT NULL CHECK (length(seal) = 32)
      ) STRICT;

      CREATE TABLE audit (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        os_user TEXT NOT NULL,
        name TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;

      -- Stands for the links \`first\` to \`last\`, which retention removed. \`highest_event\`: no event gets a number below.
      CREATE TABLE checkpoint (
        id INTEGER PRIMARY KEY,
        first INTEGER NOT NULL UNIQUE,
        last INTEGER NOT NULL UNIQUE CHECK (last >= first),
        link_before TEXT NOT NULL,
        link_after TEXT NOT NULL,
        highest_event INTEGER NOT NULL,
        at TEXT NOT NULL,
        key_id TEXT NOT NULL,
        seal TEXT NOT NULL
      ) STRICT;

      -- Holds a row inside the transaction of a retention alone: only then may anything be removed.
      CREATE TABLE removal (under_way INTEGER PRIMARY KEY CHECK (under_way = 1)) STRICT;

      DROP TRIGGER event_is_never_removed;
      DROP TRIGGER event_is_appended;
      CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event WHEN NOT EXISTS (SELECT 1 FROM removal)
      BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
      CREATE TRIGGER event_is_appended BEFORE INSERT ON event
      WHEN NEW.id <> 1 + max(
          (SELECT coalesce(max(id), 0) FROM event),
          coalesce((SELECT highest_event FROM checkpoint ORDER BY id DESC LIMIT 1), 0))
        OR (NEW.kind <> 'observation' AND EXISTS (SELECT 1 FROM event WHERE entry = NEW.entry AND kind = NEW.kind))
      BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
      ${appendOnly('chain', 'position', '= 1 + (SELECT coalesce(max(position), 0) FROM chain)', true)}
      ${appendOnly('seal', 'position', '> (SELECT coalesce(max(position), 0) FROM seal)', true)}
      ${appendOnly('audit', 'id', '= 1 + (SELECT coalesce(max(id), 0) FROM audit)', false)}
      ${appendOnly('checkpoint', 'id', '= 1 + (SELECT coalesce(max(id), 0) FROM checkpoint)', false)}
    `)
    for (let after = 0; ;) {
      const ids = connection.all('SELECT id FROM event WHERE id > ? ORDER BY id LIMIT 1000', after)
        .map((row) => integer(row, 'id'))
      for (const id of ids) appendLink(connection, 'event', id)
      const last = ids.at(-1)
      if (last === undefined) return
      after = last
    }
  },
}
