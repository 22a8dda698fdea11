/** Tests step by step what a desk requires of a team's database, so that a person can fix the first failure. */
import { randomUUID } from 'node:crypto'
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { connect } from './connecting.ts'
import { isThisComputer, type Connection } from './connection.ts'
import { teamFailure, type TeamFailure, type TeamFailureCode } from './failure.ts'
import { checkEncoding, installedVersion, isRehearsal } from './install.ts'
import { schemaVersion } from './migrations/index.ts'
import type { JoinedDesk, TeamLogin, TeamTestStep, TeamTestStepName } from './port.ts'
import { text } from './rows.ts'

const oldestVersion = 150_000
/** A larger difference causes a warning. It only misleads people, as all rules use the server's time. */
const clockDifferenceMs = 60_000

/** Runs all steps in order and stops at the first failure. `self` is the testing desk, once it has joined. */
export async function testConnection(
  login: TeamLogin, self: JoinedDesk | null = null, now: () => number = Date.now,
): Promise<readonly TeamTestStep[]> {
  const connected = await connect(login)
  if (!connected.ok) return stepsUntil(stepOf(connected.failure.code), connected.failure.detail, login)
  const connection = connected.value
  const steps: TeamTestStep[] = [...stepsUntil(null, '', login)]
  try {
    for (const [step, check] of checks) {
      const result = await check(connection, { now, login, self })
      if (!result.ok) return [...steps, { step, result: 'failed', detail: result.failure.detail }]
      steps.push({ step, ...result.value })
    }
    return steps
  } finally {
    connection.destroy()
  }
}

type Found = Omit<TeamTestStep, 'step'>
interface CheckContext { readonly now: () => number; readonly login: TeamLogin; readonly self: JoinedDesk | null }
type Check = (connection: Connection, context: CheckContext) => Promise<Result<Found, Pick<TeamFailure, 'detail'>>>

const ok = (detail: string): Result<Found, never> => success({ result: 'ok', detail })
const warning = (detail: string): Result<Found, never> => success({ result: 'warning', detail })
const wrong = (detail: string): Result<never, Pick<TeamFailure, 'detail'>> => failed({ detail })

const checks: readonly (readonly [TeamTestStepName, Check])[] = [
  ['session', async (connection, { login }) => {
    if (!connection.isPooled) return ok('This desk speaks with the server itself.')
    const shared = await sharesSessions(connection, login)
    if (!shared.ok) return shared
    return shared.value
      ? wrong('A connection pooler gives the session of one login to another in between. The team journal needs session mode.')
      : ok('A connection pooler stands between, and keeps a session for this desk.')
  }],
  ['version', async (connection) => {
    const found = await connection.query(
      `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name`,
    )
    if (!found.ok) return found
    const name = found.value[0]?.name ?? ''
    return Number(found.value[0]?.number ?? 0) < oldestVersion
      ? wrong(`The server is PostgreSQL ${name}; the team journal needs version 15 or later.`)
      : ok(`PostgreSQL ${name}.`)
  }],
  ['schema', async (connection, { self }) => {
    const storing = await checkEncoding(connection)
    if (!storing.ok) return storing
    const version = await installedVersion(connection)
    if (!version.ok) return version
    if (version.value === 0) return wrong('The database contains no team journal yet. An administrator creates it here.')
    if (version.value < schemaVersion) return wrong('The team journal is of an earlier version. An administrator upgrades it here.')
    const rehearsal = await isRehearsal(connection)
    if (!rehearsal.ok) return rehearsal
    if (self !== null && self.rehearsal !== rehearsal.value) return failed(teamFailure(rehearsal.value ? 'is-a-rehearsal' : 'not-a-rehearsal'))
    const marked = rehearsal.value ? ' It is a rehearsal: production is refused.' : ''
    const there = `The team journal is there, version ${version.value}`
    if (version.value === schemaVersion) return success({ result: 'ok', detail: `${there}.${marked}`, rehearsal: rehearsal.value })
    return await mayWrite(connection)
      ? success({ result: 'ok', detail: `${there}; this application may write.${marked}`, rehearsal: rehearsal.value })
      : success({ result: 'warning', detail: `The team journal was set up by a newer version. Update this application; until then it reads only.${marked}`, rehearsal: rehearsal.value })
  }],
  ['rights', async (connection, { self }) => {
    const found = await connection.query(
      `SELECT has_function_privilege('team_journal.claim(int, text, text)', 'EXECUTE') AS claims,
        has_table_privilege('team_journal.event', 'SELECT') AS reads,
        has_table_privilege('team_journal.event', 'INSERT, UPDATE, DELETE, TRUNCATE') AS changes,
        current_setting('transaction_read_only') AS read_only, pg_has_role('gateway_team_admin', 'MEMBER') AS leads`,
    )
    if (!found.ok) return found
    const row = found.value[0] ?? {}
    if (row.claims !== 't' || row.reads !== 't') {
      return wrong('This login has no rights to the team journal. Ask its administrator for the role of a desk.')
    }
    if (row.read_only === 'on') return wrong('The server accepts no changes: it is a standby or read-only.')
    if (row.changes === 't') {
      return warning('This login could change the history. Ask its administrator for a login with the role of a desk alone.')
    }
    const role = row.leads === 't' ? 'This login is an administrator of the team' : 'This login is a desk of the team'
    const others = await otherDesks(connection, self?.deskId ?? null)
    if (!others.ok) return others
    if (others.value.length === 0) return ok(`${role}.`)
    return success({
      result: 'warning', otherDesks: others.value,
      detail: `${role}, and joined it before at ${inQuotes(others.value)}. If that is no desk of yours, tell the team’s `
        + 'administrator: somebody else has this login.',
    })
  }],
  ['clock', async (connection, { now }) => {
    const found = await connection.query('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS milliseconds')
    if (!found.ok) return found
    const seconds = Math.round((now() - Number(found.value[0]?.milliseconds)) / 1_000)
    if (Math.abs(seconds) * 1_000 <= clockDifferenceMs) return ok('The clocks of server and computer agree.')
    const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60))
    return warning(`This computer’s clock is ${minutes} min ${seconds > 0 ? 'ahead of' : 'behind'} the server’s. `
      + 'Waiting times go by the server’s clock. Set this computer’s clock.')
  }],
]

/**
 * Other admitted desks that joined with this login, by name. The team records no network addresses, so only people know
 * whose desk it is.
 */
async function otherDesks(
  connection: Connection, self: DeskId | null,
): Promise<Result<readonly string[], TeamFailure>> {
  const found = await connection.query(
    `SELECT d.label FROM team_journal.desk d WHERE d.login = session_user AND d.desk_id IS DISTINCT FROM $1
      AND team_journal.is_admitted(d.desk_id) ORDER BY d.label LIMIT 4`, [self],
  )
  return found.ok ? success(found.value.map((row) => text(row, 'label'))) : found
}

function inQuotes(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}

/**
 * Whether a second connection gets the session of this one while both are open, as in a pooler's transaction mode. A
 * pooler with several sessions assigns the one that was used last, so one attempt is enough.
 */
async function sharesSessions(connection: Connection, login: TeamLogin): Promise<Result<boolean, TeamFailure>> {
  const mark = randomUUID()
  const marked = await connection.query(`SELECT set_config('team_journal.shared', $1, false)`, [mark])
  if (!marked.ok) return marked
  const other = await connect(login)
  if (!other.ok) return other
  const found = await other.value.query(`SELECT current_setting('team_journal.shared', true) AS mark`)
  other.value.destroy()
  return found.ok ? success(found.value[0]?.mark === mark) : found
}

/** Whether a newer schema still accepts this application's writes. */
async function mayWrite(connection: Connection): Promise<boolean> {
  const found = await connection.query('SELECT writes_from FROM team_journal.version ORDER BY number DESC LIMIT 1')
  return found.ok && Number(found.value[0]?.writes_from ?? Infinity) <= schemaVersion
}

/** The step that a failure to connect belongs to. One attempt to connect tests the first three steps. */
function stepOf(code: TeamFailureCode): TeamTestStepName {
  if (code === 'unreachable' || code === 'not-a-database' || code === 'connection-dropped' || code === 'shutting-down') return 'reach'
  if (code === 'not-encrypted' || code.startsWith('certificate-')) return 'encryption'
  return 'login'
}

const byPassword = 'User and password are accepted, and the server proved that it knows the password.'
const byCertificate = 'User and client certificate are accepted, and the server proved itself by its certificate.'

function stepsUntil(
  failedStep: TeamTestStepName | null, detail: string, { host, authorities, clientCertificate }: TeamLogin,
): TeamTestStep[] {
  const encrypted = !isThisComputer(host) || authorities.length > 0
  const steps: readonly TeamTestStep[] = [
    { step: 'reach', result: 'ok', detail: 'The server answers.' },
    {
      step: 'encryption', result: 'ok',
      detail: encrypted ? 'The connection is encrypted and the certificate is right.' : 'Not needed: the server is this computer.',
    },
    { step: 'login', result: 'ok', detail: clientCertificate === undefined ? byPassword : byCertificate },
  ]
  const at = steps.findIndex(({ step }) => step === failedStep)
  return failedStep === null ? [...steps] : [...steps.slice(0, at), { step: failedStep, result: 'failed', detail }]
}
