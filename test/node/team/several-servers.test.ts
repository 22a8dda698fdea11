import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../electron/team/connecting.ts'
import type { TeamLogin } from '../../../electron/team/port.ts'
import { testConnection } from '../../../electron/team/test-connection.ts'
import { startCluster } from '../../support/team/cluster.ts'
import { onTestEnd } from '../clean-up.ts'
import { muteServer } from './fake-servers.ts'
import { charge, deskOf, loginOf, missing, must, newTeam, sql, type Cluster } from './support.ts'

const at = ({ port }: { readonly port: number }) => ({ host: '127.0.0.1', port })

describe.skipIf(missing !== null)('a team with several servers', () => {
  let primary: Cluster
  let standby: Cluster
  let database: string
  beforeAll(async () => {
    primary = await startCluster('synchronous_commit=on')
    database = await newTeam(primary)
    standby = await startCluster('', primary)
    return async () => {
      await standby.stop()
      await primary.stop()
    }
  })
  /** The standby comes first, then the primary. */
  const login = (more: Partial<TeamLogin> = {}) => loginOf(standby, database, 'lea', { furtherServers: [at(primary)], ...more })

  it('skips a standby, and changes to it once it replaces the primary', async () => {
    const anna = await deskOf(login())
    expect(must(await anna.claim(charge())).kind).toBe('won')
    expect(await sql(primary, database, `SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'lea'`))
      .toEqual([{ count: 1 }])

    // Acknowledged commits are on the standby before it is promoted.
    await expect.poll(() => sql(standby, database, 'SELECT count(*)::int FROM team_journal.claim')).toEqual([{ count: 1 }])
    await primary.kill()
    await sql(standby, database, 'SELECT pg_promote()')
    const { ok } = await anna.claim(charge())
    const verdict = ok ? 'won at once' : must(await anna.claim(charge())).kind
    expect(verdict).toMatch(/^won/)
    expect(must(await anna.port.desks()).map(({ position }) => position)).toEqual([anna.position])
    await primary.start()
  })

  it('does not use a server that became read-only once another one accepts changes', async () => {
    const first = await startCluster()
    onTestEnd(() => first.stop())
    const name = await newTeam(first)
    const second = await startCluster()
    onTestEnd(() => second.stop())
    const anna = await deskOf(loginOf(first, name, 'anna', { furtherServers: [at(second)] }))
    must(await anna.port.desks())
    first.configure('default_transaction_read_only=on')
    await sql(first, name, 'SELECT pg_reload_conf()')
    await expect.poll(async () => (await anna.claim(charge())).ok).toBe(false)
    // The other server is not in this cluster, so its reply shows that it was used.
    for (const answer of [await anna.claim(charge()), await anna.port.desks()]) {
      expect(answer).toMatchObject({ ok: false, failure: { code: 'login-refused', mayHaveHappened: false } })
    }
  })

  it('reports each server with its problem if none can be used, within the time for one', async () => {
    const mute = await muteServer()
    const only = await startCluster()
    onTestEnd(() => only.stop())
    await sql(only, 'postgres', `CREATE ROLE anna LOGIN PASSWORD 'anna-of-a-test'; ALTER ROLE anna SET default_transaction_read_only = on`)
    const began = performance.now()
    const made = await connect(loginOf(only, 'postgres', 'anna', { furtherServers: [at(mute), at({ port: 1 })] }))
    expect(performance.now() - began).toBeLessThan(5_500)
    expect(made).toEqual({
      ok: false, failure: {
        code: 'read-only', mayHaveHappened: false,
        detail: `No server of the team can be used. 127.0.0.1:${only.port}: The team database accepts no changes at the moment: it is a `
          + `standby or read-only. 127.0.0.1:${mute.port}: The team database could not be reached. `
          + '127.0.0.1:1: The team database could not be reached.',
        technical: `127.0.0.1:${only.port} read-only, 127.0.0.1:${mute.port} unreachable, 127.0.0.1:1 ECONNREFUSED`,
      },
    })
  })

  it('sends a password that one server refused to no other, and reports that in the test of the connection', async () => {
    const server = await startCluster()
    onTestEnd(() => server.stop())
    const steps = await testConnection(loginOf(server, 'postgres', 'nobody', {
      furtherServers: [at(primary)], password: () => Promise.resolve('wrong-of-a-test'),
    }))
    expect(steps.at(-1)).toMatchObject({ step: 'login', result: 'failed', detail: expect.stringContaining(`127.0.0.1:${server.port}: `) as string })
    expect(primary.log()).not.toContain('user "nobody"')
  })
})
