// The settings of a desk's connection.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectTo } from '../../../electron/team/connection.ts'
import { loginOf, missing, must, newTeam, sharedCluster, type Cluster } from './support.ts'

describe.skipIf(missing !== null)('a connection of a desk', () => {
  let cluster: Cluster
  beforeAll(async () => { cluster = await sharedCluster() })
  afterEach(() => { vi.unstubAllEnvs() })

  it('has no statement compiled by the server, which would take longer than the statement', async () => {
    const connection = must(await connectTo(loginOf(cluster, await newTeam(cluster), 'anna')))
    try {
      const answer = await connection.query(`SELECT current_setting('jit') AS jit, current_setting('lock_timeout') AS lock_timeout`)
      expect(must(answer)).toEqual([{ jit: 'off', lock_timeout: '3s' }])
    } finally {
      connection.destroy()
    }
  })
  it.each([
    ['PGOPTIONS', '-c default_transaction_read_only=on'],
    ['PGOPTIONS', '-c synchronous_commit=off'],
    ['PGOPTIONS', '-c search_path=elsewhere'],
    ['PGREPLICATION', 'database'],
    ['PGSSLNEGOTIATION', 'direct'],
    ['PGSSLNEGOTIATION', 'unknown'],
  ])('is the same where the variable %s of this computer is %j', async (name, value) => {
    const login = loginOf(cluster, await newTeam(cluster), 'anna')
    vi.stubEnv(name, value)
    const connection = must(await connectTo(login))
    try {
      expect(connection).toMatchObject({ isReadOnly: false, isPooled: false })
      const answer = await connection.query(
        `SELECT current_setting('synchronous_commit') AS durable, current_setting('search_path') AS path`,
      )
      expect(must(answer)).toEqual([{ durable: 'on', path: '"$user", public' }])
    } finally {
      connection.destroy()
    }
  })
})
