/**
 * Plants card numbers, cvv, secrets, keys and the database's own password, lets a desk of a team work over a
 * gateway that echoes everything, and searches the rows, the files, the WAL and the log of the team's database for
 * them.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { calls, type CallName } from '#shared/ipc/contract.ts'
import { createCanaries, type Planted } from '../../support/canary/canaries.ts'
import { everyCall } from '../../support/canary/every-call.ts'
import { formFor } from '../../support/canary/forms.ts'
import { startHostileGateway } from '../../support/canary/hostile-gateway.ts'
import { filesBelow, searchFor, type Canary, type Finding } from '../../support/canary/search.ts'
import { mayResembleCardNumber, withEachText } from '../../support/canary/spoiled.ts'
import { startCluster } from '../../support/team/cluster.ts'
import { onTestEnd } from '../clean-up.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { officeAt, type Colleague } from './desks.ts'
import { admit, missing, newTeam, sql, type Cluster } from './support.ts'

afterEach(closeAll)

const echoes = ['in an error text', 'under the names it had', 'as names of fields', 'as text']
/** Calls that remove the desk from its team, or lock it. */
const ending: ReadonlySet<CallName> = new Set([
  'team.leave', 'team.join', 'keys.remove', 'profiles.remove', 'profiles.removeSecret', 'profiles.save', 'keys.generate',
  'access.lock', 'access.unlock',
])

describe.skipIf(missing !== null)('in the database of a team', () => {
  it('no planted value is found in its rows, files, WAL or log', async () => {
    // Configured as by a careless administrator: the log has every statement with its values.
    const cluster = await startCluster('log_min_messages=debug1\nlog_error_verbosity=verbose')
    onTestEnd(() => cluster.stop())
    const database = await newTeam(cluster)
    // Compressed values could not be found.
    await sql(cluster, database, `ALTER TABLE team_journal.event ALTER facts SET STORAGE EXTERNAL; ALTER TABLE team_journal.content ALTER body SET STORAGE EXTERNAL`)
    const planted = createCanaries()
    const password = `database-${randomBytes(12).toString('hex')}`
    await addPerson(cluster, 'planted', password)
    const canaries: Canary[] = [...planted.canaries, { name: 'the password of the database', value: password }]
    const gateway = await startHostileGateway()
    onTestEnd(() => gateway.stop())
    const one = await officeAt(cluster, database, gateway.baseUrl).colleague()
    await prepare(one, planted)
    const address = { host: '127.0.0.1', port: cluster.port, database, user: 'planted', authorities: '' }
    await one.desk.refused('team.join', { address, password: planted.passphrase, label: 'Planted' })
    const joined = await one.desk.call('team.join', { address, password, label: 'Planted' })
    if (joined.state === 'member') await admit({ host: '127.0.0.1', port: cluster.port, database }, joined.deskId)
    await one.desk.call('team.connect', null)
    for (const echo of echoes) {
      gateway.echoWith(echo)
      await sendEverything(one, planted)
    }
    expect(new Set(gateway.received.map(({ path }) => path)).size).toBeGreaterThan(10)
    await askEverything(one, planted)
    expect(await one.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, waiting: 0 })
    await one.desk.end()

    const look = await everywhere(cluster, database)
    const search = searchFor(canaries)
    expect(look(search)).toEqual([])
    // The search finds existing values: those that are allowed, and a card number that is planted directly in the
    // database.
    const places = (found: readonly Finding[]) => ['the rows', 'base/', 'pg_wal/', 'the log'].filter((place) =>
      found.some((finding) => finding.includes(place)))
    const shown = searchFor([{ name: 'a description', value: 'shown-description' }])
    expect(places(look(shown))).toEqual(['the rows', 'base/', 'pg_wal/', 'the log'])
    await sql(cluster, database, `CREATE TABLE team_journal.planted AS SELECT '${planted.cardNumber}'::text AS value`)
    expect(places((await everywhere(cluster, database))(search))).toEqual(['the rows', 'base/', 'pg_wal/', 'the log'])
  }, 300_000)
})

/** A login whose password no statement of this test writes to the log. */
async function addPerson(cluster: Cluster, user: string, password: string): Promise<void> {
  await sql(cluster, 'postgres', `ALTER ROLE owner SET log_statement = 'none'`)
  await sql(cluster, 'postgres', `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`)
  await sql(cluster, 'postgres', 'ALTER ROLE owner RESET log_statement')
  await sql(cluster, 'postgres', `GRANT gateway_team_desk TO ${user}`)
}

/** The planted secret and key for the profile of the team's merchant. */
async function prepare({ desk, profileId }: Colleague, planted: Planted): Promise<void> {
  const { controlSecret, encryptedPem, passphrase } = planted
  const key = await desk.call('keys.importText', { name: 'Planted', environment: 'staging', pem: encryptedPem, passphrase })
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  await desk.call('profiles.save', { id: profileId, draft: { ...draft, keyId: key.id } })
  await desk.call('profiles.storeSecret', { id: profileId, secret: controlSecret })
}

/** Every operation with every field that it has; some are refused. */
async function sendEverything({ desk, profileId }: Colleague, planted: Planted): Promise<void> {
  for (const id of operationIds) {
    const { values, confidential } = formFor(operations[id], planted)
    const form = { profileId, entryPoint: endpoint, operation: id, confidential, values: { ...values, orderDescription: 'shown-description' } }
    if (!touchesMoney(operations[id])) await desk.calls['operations.perform'](form)
    const review = touchesMoney(operations[id]) ? await desk.calls['payments.review'](form) : null
    if (review?.ok !== true) continue
    const { intentId } = review.value
    const reason = `as agreed with ${planted.cardNumber}`
    await desk.calls['payments.submit']({ intentId, reason, acceptUnverifiedCard: true })
  }
}

/** Every call of the contract, with every write-only value and with a card number in each of its texts. */
async function askEverything({ desk, profileId }: Colleague, planted: Planted): Promise<void> {
  const { rows } = await desk.call('history.search', { text: '', states: [], operations: [], profileId: null, before: null, limit: 1 })
  const inputs = everyCall({
    profileId, keyId: '0123456789abcdef', entryId: rows[0]!.entryId, environment: 'staging', baseUrl: 'https://gate.example',
  }, planted)
  for (const name of (Object.keys(calls) as CallName[]).filter((one) => !ending.has(one))) {
    const spoiled = withEachText(inputs[name], planted).filter(({ at }) => !mayResembleCardNumber(name, at))
    for (const input of [inputs[name], ...spoiled.map((one) => one.spoiled)]) {
      const parsed = calls[name].input.safeParse(input)
      if (parsed.success) await (desk.calls[name] as (input: unknown) => Promise<unknown>)(parsed.data)
    }
  }
}

/** Everything that the server stores, once all of it is in the files: to be searched. */
async function everywhere(
  cluster: Cluster, database: string,
): Promise<(search: ReturnType<typeof searchFor>) => Finding[]> {
  await sql(cluster, database, 'CHECKPOINT')
  const tables = await sql(cluster, database, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'team_journal'`)
  const rows = await Promise.all(tables.map(async ({ name }) =>
    JSON.stringify(await sql(cluster, database, `SELECT t::text AS row FROM team_journal.${String(name)} t`))))
  const files = filesBelow(join(cluster.folder, 'data'))
  const log = cluster.log()
  return (search) => [
    ...files.flatMap(({ path, bytes }) => search(path, bytes)), ...search('the rows', rows.join('\n')), ...search('the log', log),
  ]
}
