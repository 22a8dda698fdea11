import { beforeAll, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import type { DeskId } from '#shared/brands.ts'
import { connect } from '../../../electron/team/connecting.ts'
import type { TeamLogin } from '../../../electron/team/port.ts'
import { testConnection } from '../../../electron/team/test-connection.ts'
import { onTestEnd } from '../clean-up.ts'
import { poolerMissing, startPooler } from './pooler.ts'
import {
  charge, deskOf, loginOf, missing, must, newId, newTeam, openDesk, passwordOf, sharedCluster, type Cluster,
} from './support.ts'

const why = missing ?? poolerMissing
if (why !== null) console.log(`SKIPPED the tests of a team behind a pooler: ${why}`)

describe.skipIf(why !== null)('a team behind PgBouncer', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const through = async (mode: 'session' | 'transaction') => {
    const port = await startPooler(cluster, database, mode, ['anna', 'ben', 'lea'])
    return { ...loginOf(cluster, database, 'anna'), port }
  }

  it('works in session mode, and leaves no proof of a desk to the next connection of its login', async () => {
    const login = await through('session')
    expect(await testConnection(login)).toContainEqual({
      step: 'session', result: 'ok', detail: 'A connection pooler stands between, and keeps a session for this desk.',
    })
    const desk = await deskOf({ ...loginOf(cluster, database, 'lea'), port: login.port }, { id: newId<DeskId>() })
    expect(must(await desk.claim(charge())).kind).toBe('won')
    const sql = `SELECT coalesce(current_setting('team_journal.proven', true), '') AS proven, current_setting('statement_timeout') AS timeout`
    const next = async () => {
      const client = new Client({ host: '127.0.0.1', port: login.port, user: 'lea', password: passwordOf('lea'), database, ssl: false })
      await client.connect()
      const { rows } = await client.query<Record<string, string>>(sql)
      await client.end()
      return rows[0]
    }
    expect(await next()).toEqual({ proven: '', timeout: '0' })
    await desk.port.close()
    expect(await next()).toEqual({ proven: '', timeout: '0' })
  })

  it('is refused in transaction mode by the test before joining: another desk of the login could use the proof', async () => {
    const steps = await testConnection(await through('transaction'))
    expect(steps.at(-1)).toMatchObject({ step: 'session', result: 'failed', detail: expect.stringContaining('needs session mode') as string })
  })

  it('whose mode is changed while desks work is named: no desk is advised to leave the team', async () => {
    const desk = await deskOf(loginOf(cluster, database, 'anna'))
    const port = await startPooler(cluster, database, 'transaction', ['anna'], 'server_round_robin=1\nmin_pool_size=3')
    const login = { ...loginOf(cluster, database, 'anna'), port }
    // A long transaction makes the pooler open another session.
    await Promise.all([1, 2, 3].map(async () => {
      const made = await connect(login)
      if (made.ok) await made.value.query('SELECT pg_sleep(0.3)')
    }))
    const again = openDesk(login, desk)
    onTestEnd(() => again.port.close())
    expect(await again.claim(charge())).toMatchObject({ ok: false, failure: { code: 'session-shared', mayHaveHappened: false } })
    expect(must(await desk.claim(charge())).kind).toBe('won')
  })

  it('is reported with its refusals, and a refused password is offered to no other server', async () => {
    const login = await through('session')
    const failureAt = async (changes: Partial<TeamLogin>) => {
      const made = await connect({ ...login, ...changes })
      return made.ok ? expect.fail('it connected') : made.failure
    }
    const password = () => Promise.resolve('another one')
    expect(await failureAt({ password })).toMatchObject({ code: 'login-refused', technical: '08P01' })
    expect(await failureAt({ user: 'nobody' })).toMatchObject({ code: 'login-refused' })
    expect(await failureAt({ database: 'nothing' })).toMatchObject({ code: 'database-missing' })
    const { detail } = await failureAt({ password, furtherServers: [{ host: '127.0.0.1', port: cluster.port }] })
    expect(detail).not.toContain(`:${cluster.port}`)
  })

  it('is distinguished from a server', async () => {
    expect(await testConnection(loginOf(cluster, database, 'anna'))).toContainEqual({
      step: 'session', result: 'ok', detail: 'This desk speaks with the server itself.',
    })
  })
})
