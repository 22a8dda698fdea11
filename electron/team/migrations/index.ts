/** The versions of the schema, in order. Never edit a released one: a change is a new version. */
import { claims } from '../schema/claims.ts'
import { desks } from '../schema/desks.ts'
import { events } from '../schema/events.ts'
import { links } from '../schema/links.ts'
import { retention } from '../schema/retention.ts'
import { rights } from '../schema/rights.ts'
import { roles } from '../schema/roles.ts'
import { tables } from '../schema/tables.ts'
import { waitingDesks } from './waiting-desks.ts'

export interface Migration {
  readonly version: number
  /** The lowest schema version of an application that may still write after this migration. */
  readonly writesFrom: number
  /** Runs as the installing login; `sql` runs as the owner of the schema. */
  readonly before: string
  readonly sql: string
}

/** The first number is above those of development versions, which were never released. */
export const migrations: readonly Migration[] = [
  {
    version: 104, writesFrom: 104, before: roles,
    sql: [tables, links, desks, claims, events, retention, rights].join('\n'),
  },
  { version: 105, writesFrom: 104, before: '', sql: waitingDesks },
]

/** The newest version of a list. */
export function newestOf(steps: readonly Migration[]): number {
  return Math.max(...steps.map(({ version }) => version))
}

/** The version that this application writes. It upgrades an older one, and only reads a newer one. */
export const schemaVersion = newestOf(migrations)

export interface ScriptOptions {
  /**
   * Marks the team as a rehearsal, permanently. Only the script that creates the tables can do that.
   */
  readonly rehearsal?: boolean
  readonly steps?: readonly Migration[]
}

/** The scripts that upgrade a database from a version (0: empty) to the newest, each in one transaction. */
export function scriptsFrom(
  version: number, { rehearsal = false, steps = migrations }: ScriptOptions = {},
): readonly string[] {
  return steps.filter((migration) => migration.version > version)
    .map((migration, at) => scriptOf(migration, version === 0 && at === 0 && rehearsal ? mark : ''))
}

const mark = 'INSERT INTO team_journal.rehearsal (login, at) VALUES (session_user, clock_timestamp());\n'

function scriptOf({ version, writesFrom, before, sql }: Migration, mark: string): string {
  return `-- Gateway Console, team journal, version ${version}
BEGIN;
${before.trim()}
SET LOCAL ROLE gateway_team_owner;
${sql.trim()}
${mark}INSERT INTO team_journal.version (number, writes_from) VALUES (${version}, ${writesFrom});
COMMIT;
`
}
