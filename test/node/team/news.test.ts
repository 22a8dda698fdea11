/** The events about the team that a desk sends to its page, and the times of its next attempts. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Colleague } from './desks.ts'
import { missing, newTeam, passwordOf, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a desk of a team', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => { cluster = await sharedCluster() })
  beforeEach(async () => { database = await newTeam(cluster) })

  const endSessions = () => sql(cluster, 'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
  const connectionOf = async ({ desk }: Colleague) => {
    const state = await desk.call('team.describe', null)
    return state.state === 'member' ? state.connection : expect.fail('the desk is in no team')
  }
  const reconnected = async (colleague: Colleague) => {
    await colleague.desk.call('team.connect', null)
    return await connectionOf(colleague)
  }
  const news = ({ desk }: Colleague): number => desk.events.filter(({ name }) => name === 'team.changed').length

  it('reports a changed reason for not reaching the team to its page, and nothing without a change', async () => {
    const anna = await officeAt(cluster, database).colleague()
    await anna.join('anna')
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} CONNECTION LIMIT 0`)
    await endSessions()
    // Both sessions of the desk were ended, and each may report that once instead of the limit.
    for (const _session of ['writing', 'reading']) {
      await expect.poll(() => reconnected(anna)).toMatchObject({ kind: 'unreachable', problem: { code: 'busy' } })
    }
    const before = news(anna)
    await anna.desk.call('team.connect', null)
    expect(news(anna)).toBe(before)
    await sql(cluster, 'postgres', `REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`)
    expect(await reconnected(anna)).toMatchObject({ kind: 'unreachable', problem: { code: 'no-rights' } })
    expect(news(anna)).toBeGreaterThan(before)
  })

  it('that lost its connection while it was locked connects as soon as it is unlocked', async () => {
    let isLocked = false
    const anna = await officeAt(cluster, database).colleague({ vault: {
      teamPassword: async () => (isLocked ? failed({ code: 'vault-locked' }) : success(passwordOf('anna'))),
    } })
    await anna.join('anna')
    isLocked = true
    await endSessions()
    await expect.poll(() => reconnected(anna)).toMatchObject({ kind: 'unreachable' })
    await anna.desk.call('access.lock', null)
    isLocked = false
    await anna.desk.call('access.unlock', { proof: null })
    // No time passes: it does not wait for the next planned attempt.
    await expect.poll(() => connectionOf(anna)).toEqual({ kind: 'connected' })
  })
})
