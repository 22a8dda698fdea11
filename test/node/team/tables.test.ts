/** Why the tables of a team are not created or upgraded, as reported to the person with the owner's login. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { teamFailure } from '../../../electron/team/failure.ts'
import { closeAll, open, type TestDesk } from '../desk/support.ts'
import { makeCertificates } from '../gateway/certificates.ts'
import { replyingServer } from './fake-servers.ts'
import { missing, newTeam, passwordOf, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('the tables of a team', () => {
  let cluster: Cluster
  let database: string
  let desk: TestDesk
  beforeAll(async () => { cluster = await sharedCluster() })
  beforeEach(async () => {
    database = await newTeam(cluster)
    desk = await open({ system: { confirm: async () => true } })
  })
  const create = ({ at = {}, password = passwordOf('owner'), members = [] as string[], rehearsal = false }: {
    at?: object; password?: string; members?: string[]; rehearsal?: boolean
  } = {}) => ({
    owner: { host: '127.0.0.1', port: cluster.port, database, user: 'owner', authorities: '', ...at },
    password, members: members.map((user) => ({ user, role: 'desk' as const })), rehearsal,
  })
  const refused = (given: Parameters<typeof create>[0]) => desk.refused('team.createSchema', create(given))
  const why = (why: string, technical: string | null = expect.anything()) => ({ code: 'tables-not-created', why, technical })

  it('are created as those of a rehearsal only if there are none yet', async () => {
    expect(await refused({ rehearsal: true })).toEqual(why('no-rehearsal', null))
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}_rehearsal`)
    const made = await desk.call('team.createSchema', create({ at: { database: `${database}_rehearsal` }, rehearsal: true }))
    expect(made).toMatchObject({ from: 0, rehearsal: true })
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 1 })
    expect(lines[0]).toMatchObject({ action: 'team-schema-created', detail: 'as a rehearsal' })
  })

  it('are not created at a wrong address or database, by a wrong password, or without encryption', async () => {
    expect(await refused({ at: { port: 1 } })).toEqual(why('address', 'ECONNREFUSED'))
    const plain = await replyingServer('N')
    const { authority: authorities } = makeCertificates()
    expect(await refused({ at: { port: plain.port, authorities } })).toMatchObject({ why: 'encryption' })
    expect(await refused({ at: { database: 'absent' } })).toEqual(why('database', '3D000'))
    expect(await refused({ password: 'wrong' })).toEqual(why('login', '28P01'))
  })

  it('are not created in a database that cannot store every name; a desk joins none', async () => {
    await sql(cluster, 'postgres',
      `CREATE DATABASE ${database}_latin ENCODING 'LATIN5' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
    expect(await refused({ at: { database: `${database}_latin` } })).toEqual(why('encoding', null))
    const { owner: address, password } = create({ at: { database: `${database}_latin` } })
    expect((await desk.call('team.test', { address, password })).at(-1))
      .toEqual({ step: 'schema', result: 'failed', detail: teamFailure('encoding-wrong').detail })
  })

  it('are not created by a login without the right', async () => {
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}_empty`)
    const asAnna = { at: { database: `${database}_empty`, user: 'anna' }, password: passwordOf('anna') }
    expect(await refused(asAnna)).toEqual(why('rights', '42501'))
  })

  it('exist if a login for a role does not, and the logins before it have their roles', async () => {
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}_empty; `)
    await sql(cluster, 'postgres', `CREATE ROLE ${database}_new LOGIN`)
    const members = [`${database}_new`, 'nobody at all', 'ben']
    expect(await refused({ at: { database: `${database}_empty` }, members })).toEqual(why('role', '42704'))
    expect(await sql(cluster, `${database}_empty`, `SELECT pg_has_role('${database}_new', 'gateway_team_desk', 'MEMBER') AS has`))
      .toEqual([{ has: true }])
    const again = await desk.call('team.createSchema', create({ at: { database: `${database}_empty` }, members: ['ben'] }))
    expect(again.from).toBe(again.to)
  })

  it('are required for a desk that joins: it gets the failed step, as with a wrong password, and is in no team', async () => {
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}_empty`)
    const { owner } = create({ at: { user: 'anna' } })
    const join = (database: string, password: string) =>
      desk.refused('team.join', { address: { ...owner, database }, password, label: 'Till 1' })
    expect(await join(`${database}_empty`, passwordOf('anna'))).toMatchObject({ code: 'team-test-failed', step: 'schema' })
    expect(await join(database, 'wrong')).toMatchObject({ code: 'team-test-failed', step: 'login' })
    expect(await desk.call('team.describe', null)).toEqual({ state: 'none' })
  })

  it('are not upgraded on a standby, nor if they are newer', async () => {
    await sql(cluster, database, 'INSERT INTO team_journal.version (number, writes_from) VALUES (999, 999)')
    expect(await refused({})).toEqual(why('newer-tables', null))
    await sql(cluster, 'postgres', `CREATE DATABASE ${database}_still`)
    await sql(cluster, 'postgres', `ALTER DATABASE ${database}_still SET default_transaction_read_only = on`)
    expect(await refused({ at: { database: `${database}_still` } })).toEqual(why('read-only', '25006'))
  })

  it('may exist if the connection was lost, and do not while another person changes them', async () => {
    const lock = sql(cluster, database, 'BEGIN; LOCK TABLE team_journal.version; SELECT pg_sleep(600)').catch(() => null)
    const sessions = async (which: string, what = '1') =>
      await sql(cluster, 'postgres', `SELECT ${what} FROM pg_stat_activity WHERE datname = '${database}' AND ${which}`)
    await expect.poll(() => sessions(`wait_event = 'PgSleep'`)).toHaveLength(1)
    const lost = desk.refused('team.createSchema', create())
    await expect.poll(() => sessions(`wait_event_type = 'Lock'`)).toHaveLength(1)
    await sessions(`wait_event_type = 'Lock'`, 'pg_terminate_backend(pid)')
    expect(await lost).toEqual(why('lost', '57P01'))
    expect(await refused({})).toEqual(why('busy', '55P03'))
    await sessions(`wait_event = 'PgSleep'`, 'pg_terminate_backend(pid)')
    await lock
  })
})
