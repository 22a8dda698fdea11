// The settings of a desk's connection.
import { beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '../../../electron/team/connection.ts'
import { loginOf, missing, must, newTeam, sharedCluster, type Cluster } from './support.ts'

describe.skipIf(missing !== null)('a connection of a desk', () => {
  let cluster: Cluster
  beforeAll(async () => { cluster = await sharedCluster() })

  it('has no statement compiled by the server, which would take longer than the statement', async () => {
    const connection = must(await connectTo(loginOf(cluster, await newTeam(cluster), 'anna')))
    try {
      const answer = await connection.query(`SELECT current_setting('jit') AS jit, current_setting('lock_timeout') AS lock_timeout`)
      expect(must(answer)).toEqual([{ jit: 'off', lock_timeout: '3s' }])
    } finally {
      connection.destroy()
    }
  })
})
