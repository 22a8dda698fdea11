// A company's own authority is installed in the system: a team's database is trusted with it, as a gateway is.
import { expect, it } from 'vitest'
import { createSystemRoots } from '../../../electron/common/signatures/system-roots.ts'
import { connect } from '../../../electron/team/connecting.ts'
import { makeCertificates } from '../gateway/certificates.ts'
import { tlsServer } from './fake-servers.ts'

const certificates = makeCertificates()
const installed = createSystemRoots(async () => [certificates.authority])
/** This computer by another name, which counts as a remote host. */
const elsewhere = 'LOCALHOST'

const loginAt = (port: number, authorities: readonly string[] = []) =>
  ({ host: elsewhere, port, database: 'team', user: 'anna', authorities, password: async () => 'not said' })

it('trusts the system’s authorities if the team has none', async () => {
  const server = await tlsServer(certificates.good)
  void connect(loginAt(server.port), {}, installed)
  // The login is sent only to a server with a valid certificate.
  await expect.poll(() => server.received().toString('latin1')).toContain('anna')
})

it.each([['wrongName', 'certificate-wrong-name'], ['expired', 'certificate-expired'], ['untrusted', 'certificate-untrusted']] as const)(
  'still refuses a certificate that is %s', async (which, code) => {
    const server = await tlsServer(certificates[which])
    expect(await connect(loginAt(server.port), {}, installed)).toMatchObject({ ok: false, failure: { code } })
    expect(server.received()).toHaveLength(0)
  },
)

it('trusts only the team’s own authorities if it has some', async () => {
  const server = await tlsServer(certificates.good)
  expect(await connect(loginAt(server.port, [certificates.untrusted.cert]), {}, installed)).toMatchObject({ ok: false })
  expect(server.received()).toHaveLength(0)
})
