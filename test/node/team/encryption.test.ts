import { describe, expect, it } from 'vitest'
import { onTestEnd } from '../clean-up.ts'
import { makeCertificates } from '../gateway/certificates.ts'
import { charge, deskOf, loginOf, missing, must, newTeam, sql } from './support.ts'
import { startTlsCluster } from './tls-cluster.ts'

describe.skipIf(missing !== null)('a server with TLS', () => {
  it('is used with encryption, with the team\'s own authority and by name or address', async () => {
    const certificates = makeCertificates()
    const cluster = await startTlsCluster(certificates)
    onTestEnd(() => cluster.stop())
    const database = await newTeam(cluster)
    for (const host of ['127.0.0.1', 'localhost']) {
      const anna = await deskOf(loginOf(cluster, database, 'anna', { host, authorities: [certificates.authority] }))
      expect(must(await anna.claim(charge())).kind).toBe('won')
      expect(await sql(cluster, database, `SELECT DISTINCT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)
        WHERE a.usename = 'anna' AND a.application_name = 'gateway-console'`)).toEqual([{ ssl: true }])
      await anna.port.close()
    }
    expect(cluster.log()).toMatch(/SSL enabled/)
  })
})
