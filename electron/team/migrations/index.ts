/** The versions of the schema, in order. One that is out is never edited: a change is a new one. */
import { claims } from './001/claim.ts'
import { desks } from './001/desks.ts'
import { events } from './001/events.ts'
import { rights } from './001/rights.ts'
import { roles } from './001/roles.ts'
import { tables } from './001/tables.ts'
import { retention } from './002/retention.ts'

interface Migration {
  readonly version: number
  /** Runs as the login that installs; the rest runs as the owner of the schema. */
  readonly before: string
  readonly sql: string
}

const migrations: readonly Migration[] = [
  { version: 1, before: roles, sql: [tables, desks, claims, events, rights].join('\n') },
  { version: 2, before: '', sql: retention },
]

/** The version that this application writes; an older one is upgraded, a newer one only read. */
export const schemaVersion = Math.max(...migrations.map(({ version }) => version))

/** What brings a database from a version (0: nothing there) to the newest: a script for each, each one transaction. */
export function scriptsFrom(version: number): readonly string[] {
  return migrations.filter((migration) => migration.version > version).map(scriptOf)
}

function scriptOf({ version, before, sql }: Migration): string {
  return `-- Gateway Console, team journal, version ${version}
BEGIN;
${before.trim()}
SET LOCAL ROLE gateway_team_owner;
${sql.trim()}
INSERT INTO team_journal.version (number) VALUES (${version});
COMMIT;
`
}
