import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster, type Cluster } from '../../support/team/cluster.ts'
import type { TestCertificates } from '../gateway/certificates.ts'

/** A server with TLS; `access` comes before the other lines of its pg_hba.conf. */
export async function startTlsCluster(certificates: TestCertificates, access = ''): Promise<Cluster> {
  const cluster = await startCluster()
  const at = (name: string) => join(cluster.folder, 'data', name)
  const { uid, gid } = statSync(join(cluster.folder, 'data'))
  const files = { 'server.key': certificates.good.key, 'server.crt': certificates.good.cert, 'clients.crt': certificates.authority }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(at(name), text, { mode: 0o600 })
    chownSync(at(name), uid, gid)
  }
  writeFileSync(at('pg_hba.conf'), `${access}\n${readFileSync(at('pg_hba.conf'), 'utf8')}`)
  cluster.configure(`ssl=on\nssl_ca_file='clients.crt'\nlog_connections=on`)
  await cluster.stop()
  await cluster.start()
  return cluster
}
