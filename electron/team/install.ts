/** Creates and upgrades the schema, with a login that is used only for this. */
import { failed, success, type Result } from '#shared/result.ts'
import { connect } from './connecting.ts'
import type { Connection } from './connection.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import { migrations, newestOf, scriptsFrom, type ScriptOptions } from './migrations/index.ts'
import type { Installed, TeamLogin, TeamMember } from './port.ts'

/** The time limit of a statement. Building indexes over a long history takes time. */
const withinMs = 600_000

const roleNames = { desk: 'gateway_team_desk', administrator: 'gateway_team_admin' } as const

/**
 * Upgrades the schema to the newest version of `steps`, one transaction per version, and grants logins their roles. If
 * a rehearsal is requested and an existing team is none, changes nothing and fails with `not-a-rehearsal`.
 */
export async function installSchema(
  owner: TeamLogin, members: readonly TeamMember[], { rehearsal = false, steps = migrations }: ScriptOptions = {},
): Promise<Result<Installed, TeamFailure>> {
  const to = newestOf(steps)
  const connected = await connect(owner, { statementMs: withinMs, answerMs: withinMs })
  if (!connected.ok) return connected
  const connection = connected.value
  try {
    const storing = await checkEncoding(connection)
    if (!storing.ok) return storing
    const from = await installedVersion(connection)
    if (!from.ok) return from
    if (from.value > to) return failed(teamFailure('schema-newer'))
    const marked = from.value === 0 ? success(rehearsal) : await isRehearsal(connection)
    if (!marked.ok) return marked
    if (rehearsal && !marked.value) return failed(teamFailure('not-a-rehearsal'))
    for (const script of scriptsFrom(from.value, { rehearsal, steps })) {
      const run = await connection.query(script)
      if (!run.ok) {
        await connection.query('ROLLBACK')
        return run
      }
    }
    for (const { user, role } of members) {
      const granted = await connection.query(`GRANT ${roleNames[role]} TO ${identifier(user)}`)
      if (!granted.ok) return granted
    }
    return success({ from: from.value, to, rehearsal: marked.value })
  } finally {
    connection.destroy()
  }
}

/**
 * Fails with `encoding-wrong` if the database cannot store every text: a desk could deliver nothing more after a name
 * with such letters. SQL_ASCII stores the bytes of any text.
 */
export async function checkEncoding(connection: Pick<Connection, 'query'>): Promise<Result<null, TeamFailure>> {
  const found = await connection.query(`SELECT current_setting('server_encoding') AS encoding`)
  if (!found.ok) return found
  return ['UTF8', 'SQL_ASCII'].includes(found.value[0]?.encoding ?? '') ? success(null) : failed(teamFailure('encoding-wrong'))
}

/** The version of the schema; 0 without one. */
export async function installedVersion(connection: Connection): Promise<Result<number, TeamFailure>> {
  const there = await connection.query(`SELECT to_regclass('team_journal.version') IS NOT NULL AS there`)
  if (!there.ok) return there
  if (there.value[0]?.there !== 't') return success(0)
  const found = await connection.query('SELECT coalesce(max(number), 0) AS number FROM team_journal.version')
  return found.ok ? success(Number(found.value[0]?.number ?? 0)) : found
}

/** Whether the team was created as a rehearsal. */
export async function isRehearsal(connection: Pick<Connection, 'query'>): Promise<Result<boolean, TeamFailure>> {
  const found = await connection.query('SELECT EXISTS (SELECT 1 FROM team_journal.rehearsal) AS marked')
  return found.ok ? success(found.value[0]?.marked === 't') : found
}

/** SQL that grants logins their roles. */
export function grantsFor(members: readonly TeamMember[]): string {
  return members.map(({ user, role }) => `GRANT ${roleNames[role]} TO ${identifier(user)};\n`).join('')
}

/** Quotes a name, so that no name can be read as SQL. */
function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
