/** `npm run -s team`: prints a team journal's schema for a database administrator to read, and inspects a journal. */
import { fingerprintSchema } from '#shared/model/values/fingerprint.ts'
import { mostFurtherServers, serversIn } from '#shared/model/team/team-servers.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { clientChainIn, clientKeyIn } from '../common/signatures/client-certificate.ts'
import { readText, runTool, type Values } from '../common/processes/command-line.ts'
import type { TeamFailure } from './failure.ts'
import { grantsFor } from './install.ts'
import { schemaVersion, scriptsFrom } from './migrations/index.ts'
import type { TeamLogin, TeamMember } from './port.ts'
import type { NamedRemoval } from './retention/named.ts'
import { planRemovals, removeContent } from './retention/remove.ts'
import { readStatus } from './status.ts'
import { throughAll } from './team.ts'
import { testConnection } from './test-connection.ts'
import { verifyFromOutside } from './verify/outside.ts'
import { readWaitingTime, setWaitingTime } from './waiting-time.ts'

const usage = `npm run -s team -- sql [--from VERSION | --rehearsal] [--desk LOGIN]... [--administrator LOGIN]... > schema.sql
npm run -s team -- check --host HOST [--port 5432] --database NAME --user LOGIN [--ca FILE.pem]
npm run -s team -- verify --host HOST [--port 5432] --database NAME --user LOGIN [--ca FILE.pem] [--fingerprint FINGERPRINT]...
npm run -s team -- retention --host HOST [--port 5432] --database NAME --user OWNER [--ca FILE.pem] [--confirm]
npm run -s team -- waiting-time --host HOST [--port 5432] --database NAME --user ADMINISTRATOR [--ca FILE.pem] [--minutes 120]
npm run -s team -- status --host HOST [--port 5432] --database NAME --user LOGIN [--ca FILE.pem]

--host given again names servers that may take the place of the first, as NAME:PORT (5432 without a port). The first that
       accepts changes is used.
--cert FILE.pem --key FILE.pem log in by a client certificate, with --ca; then TEAM_PASSWORD may be missing.

sql    prints what creates the team journal, or upgrades it from a version; each version is one transaction. Run it with
       psql -v ON_ERROR_STOP=1 -f schema.sql, by a login that may create roles and a schema. --desk and --administrator
       give existing logins their roles. --rehearsal creates a team for trying, marked so permanently: its desks send nothing
       of production.
check  tries what a desk needs, step by step, and prints a line of JSON for each. The password is read from the variable
       TEAM_PASSWORD. Nothing is changed. Exit code: 0 ready, 1 not ready, 2 not tried.
verify prints, as lines of JSON, each desk with how far its signatures reach, what is wrong, and a verdict. --fingerprint,
       as often as needed, names the keys of desks that were compared with the people who use them; which others are
       admitted, their signed events say. Any member's login will do. Exit code: 0 proven, 1 not, 2 not tried.
retention
       verifies the journal and prints a line of JSON for each removal of content: those that an administrator proposed,
       with who, why and before when, and what each desk removed of its own (proposed: null), with the number of entries
       and events. With --confirm it removes them permanently, and prints what went. Needs the
       login of the owner, its password in TEAM_PASSWORD. Exit code: 0 done, 1 refused, 2 not tried.
status prints, as lines of JSON, open claims by age, desks with their newest event and head, the size, and what a person
       must look into: claims older than the waiting time, desks silent for 3 days, desks that wait to be admitted. What
       waits for delivery only each desk knows. Exit code, for monitoring: 0 all is well, 1 not, or not read, 2 not tried.
waiting-time
       prints how many minutes old a claim must be before a person closes it by hand. With --minutes, from 15 to 10080, it
       changes that for all desks; needs the login of an administrator of the team. Exit code as for retention.
`

const options = {
  'from': { type: 'string' }, 'desk': { type: 'string', multiple: true }, 'administrator': { type: 'string', multiple: true },
  'host': { type: 'string', multiple: true }, 'port': { type: 'string' }, 'database': { type: 'string' }, 'user': { type: 'string' },
  'ca': { type: 'string' }, 'cert': { type: 'string' }, 'key': { type: 'string' }, 'minutes': { type: 'string' }, 'confirm': { type: 'boolean' },
  'rehearsal': { type: 'boolean' }, 'fingerprint': { type: 'string', multiple: true },
} as const

type Arguments = Values<typeof options>

/** The commands that log in. */
const commands = { check, verify, 'retention': retain, 'waiting-time': waitingTime, 'status': showStatus }

await runTool({ usage, options, commands: true }, async (values, command) => {
  if (command === 'sql') return printSchema(values)
  const run = new Map(Object.entries(commands)).get(command ?? '')
  if (run === undefined) return 'Give a command: sql, check, verify, retention, waiting-time or status.'
  const login = loginIn(values)
  return login.ok ? await run(login.value, values) : login.failure
})

function printSchema({ from = '0', rehearsal = false, desk = [], administrator = [] }: Arguments): string | null {
  if (!/^\d{1,4}$/.test(from) || Number(from) > schemaVersion) return `--from takes a version from 0 to ${schemaVersion}.`
  if (rehearsal && Number(from) > 0) return '--rehearsal creates a team: it cannot be given with --from.'
  const members: TeamMember[] = [
    ...desk.map((user) => ({ user, role: 'desk' }) as const),
    ...administrator.map((user) => ({ user, role: 'administrator' }) as const),
  ]
  process.stdout.write(`${scriptsFrom(Number(from), { rehearsal }).join('\n')}${grantsFor(members)}`)
  return null
}

async function check(login: TeamLogin): Promise<null> {
  const steps = await testConnection(login)
  for (const step of steps) print(step)
  process.exitCode = steps.every(({ result }) => result !== 'failed') ? 0 : 1
  return null
}

async function verify(login: TeamLogin, { fingerprint = [] }: Arguments): Promise<string | null> {
  if (!fingerprint.every((one) => fingerprintSchema.safeParse(one).success)) return '--fingerprint takes 32 pairs of digits with colons.'
  const verified = await throughAll(login, (session) => verifyFromOutside(session, fingerprint))
  if (!verified.ok) return refused('verification', verified.failure)
  const { desks, breaks, verdict } = verified.value
  for (const desk of desks) print({ desk })
  for (const found of breaks) print({ break: found })
  print({ verdict })
  process.exitCode = verdict === 'proven' ? 0 : 1
  return null
}

async function retain(login: TeamLogin, { confirm = false }: Arguments): Promise<null> {
  const done = await throughAll(login, async (session) => {
    const planned = await planRemovals(session)
    if (!planned.ok) return planned
    for (const removal of planned.value) {
      const { desk, proposed, entries, events } = removal
      print({ removal: confirm ? 'begins' : 'possible', desk, ...fieldsOf(proposed), entries, events })
      if (!confirm) continue
      const removed = await removeContent(session, removal)
      if (!removed.ok) return removed
      print({ removal: 'done', ...removed.value })
    }
    if (planned.value.length === 0) print({ removal: 'none' })
    return success(null)
  })
  return done.ok ? null : refused('removal', done.failure, 'This needs the login that owns the tables of the team.')
}

function fieldsOf(proposed: NamedRemoval | null): object {
  if (proposed === null) return { proposed: null }
  const { at, before, who, reason } = proposed
  return { proposed: { at, who, reason }, before }
}

async function waitingTime(login: TeamLogin, { minutes }: Arguments): Promise<string | null> {
  if (minutes !== undefined && !/^\d{1,5}$/.test(minutes)) return '--minutes takes a number from 15 to 10080.'
  const done = await throughAll(login, async (session) => {
    const set = minutes === undefined ? success(null) : await setWaitingTime(session, Number(minutes))
    return set.ok ? await readWaitingTime(session) : set
  })
  if (!done.ok) {
    const needed = 'Only the login of an administrator of the team may change the waiting time.'
    return refused('waitingTime', done.failure, minutes === undefined ? undefined : needed)
  }
  print({ waitingTime: done.value })
  return null
}

async function showStatus(login: TeamLogin): Promise<null> {
  const read = await throughAll(login, readStatus)
  if (!read.ok) return refused('status', read.failure)
  const { openClaims, desks, bytes, waitingTime: minutes, problems } = read.value
  for (const openClaim of openClaims) print({ openClaim })
  for (const desk of desks) print({ desk })
  print({ bytes, waitingTime: minutes })
  for (const problem of problems) print({ problem })
  process.exitCode = problems.length === 0 ? 0 : 1
  return null
}

/** `needed`: the login that the command needs, where a desk's is not enough. */
function refused(what: string, { code, detail, technical }: TeamFailure, needed = detail): null {
  print({ [what]: 'refused', code, detail: code === 'no-rights' ? needed : detail, technical })
  process.exitCode = 1
  return null
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function loginIn({ host, port = '5432', database, user, ca, cert, key }: Arguments): Result<TeamLogin, string> {
  const [first, ...further] = host ?? []
  if (first === undefined || database === undefined || user === undefined) return failed('Give --host, --database and --user.')
  if (!/^\d{1,5}$/.test(port)) return failed('--port takes a number.')
  const furtherServers = serversIn(further.join(','))
  if (furtherServers === null) return failed(`--host takes a server; at most ${mostFurtherServers} more as NAME:PORT.`)
  const own = clientCertificateIn(cert, key)
  if (!own.ok) return own
  const password = process.env.TEAM_PASSWORD
  if (password === undefined && own.value === undefined) return failed('Put the password into the variable TEAM_PASSWORD.')
  const authorities = ca === undefined ? '' : readText(ca)
  if (authorities === null) return failed(`The file ${ca} cannot be read.`)
  return success({
    host: first, port: Number(port), furtherServers, database, user, authorities: authorities === '' ? [] : [authorities],
    password: async () => password ?? '', clientCertificate: own.value,
  })
}

function clientCertificateIn(cert: string | undefined, key: string | undefined): Result<TeamLogin['clientCertificate'], string> {
  if (cert === undefined && key === undefined) return success(undefined)
  const [certificate, text] = [readText(cert ?? ''), readText(key ?? '')]
  if (certificate === null || text === null) return failed('The files of --cert and --key cannot be read.')
  const chain = clientChainIn(certificate, Date.now())
  const read = chain.ok ? clientKeyIn(text, chain.value[0]) : chain
  if (!read.ok) return failed(`The client certificate cannot be used: ${read.failure}.`)
  return success({ certificate, key: () => Promise.resolve(read.value) })
}
