/** Certificate authorities that a profile adds: trusted in addition to the system's, for that profile only. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Certificate } from '#shared/brands.ts'
import { certificateIn, makeCertificates, type TestCertificates } from './certificates.ts'
import { answering, reply, startServer, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, testClient } from './support.ts'

let certificates: TestCertificates
let others: TestCertificates
beforeAll(() => {
  certificates = makeCertificates()
  others = makeCertificates()
})

const servers: WireServer[] = []
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())) })

const start = async (tls = certificates.good) => {
  const server = await startServer(answering(reply(200, acceptedBody)), { tls })
  servers.push(server)
  return server
}
const trusting = (server: WireServer, ...pems: readonly string[]) => charge(`https://localhost:${server.port}`, {
  connectionSettings: { route: { kind: 'system' }, authorities: pems.map(certificateIn) },
})

describe('the authorities of a profile', () => {
  it('are trusted by its requests, and by no others, even of the same client', async () => {
    const server = await start()
    const client = testClient()
    expect(inShort(await client.send(trusting(server, certificates.authority)))).toBe('accepted processing')
    expect(inShort(await client.send(trusting(server)))).toBe('not-sent certificate-untrusted')
    expect(inShort(await client.send(trusting(server, others.authority)))).toBe('not-sent certificate-untrusted')
    expect(inShort(await client.send(trusting(server, others.authority, certificates.authority)))).toBe('accepted processing')
    expect(server.received).toHaveLength(2)
  })

  it('may be the self-signed certificate of the server', async () => {
    const server = await start(certificates.untrusted)
    expect(inShort(await testClient().send(trusting(server, certificates.untrusted.cert)))).toBe('accepted processing')
  })

  it('accept a certificate whose end is reported; without TLS there is none', async () => {
    const server = await start()
    const client = testClient()
    expect((await client.send(trusting(server, certificates.authority))).certificateEndsAt).toBe('2099-01-01T00:00:00.000Z')
    expect((await client.send(trusting(server, others.authority))).certificateEndsAt).toBeNull()
    const plain = await startServer(answering(reply(200, acceptedBody)))
    servers.push(plain)
    const report = await client.send(charge(`http://127.0.0.1:${plain.port}`))
    expect([inShort(report), report.certificateEndsAt]).toEqual(['accepted processing', null])
  })

  it('are added to the system’s, which remain trusted', async () => {
    const client = testClient({ readSystemCertificates: async () => [certificates.authority] })
    expect(inShort(await client.send(trusting(await start(), others.authority)))).toBe('accepted processing')
    expect(inShort(await client.send(trusting(await start(others.good), others.authority)))).toBe('accepted processing')
  })

  it.each([
    ['expired', 'certificate-expired'], ['wrongName', 'certificate-wrong-name'], ['untrusted', 'certificate-untrusted'],
  ] as const)('do not make a certificate that is %s valid: %s', async (kind, fault) => {
    const server = await start(certificates[kind])
    expect(inShort(await testClient().send(trusting(server, certificates.authority)))).toBe(`not-sent ${fault}`)
    expect(server.received).toHaveLength(0)
  })

  it('prevent sending if one of them cannot be read, even if the others are enough', async () => {
    const server = await start()
    const client = testClient({ readSystemCertificates: async () => [certificates.authority] })
    const { connectionSettings: _, ...request } = trusting(server)
    const authorities = [certificateIn(certificates.authority), 'AAAA' as Certificate]
    expect(inShort(await client.send({ ...request, connectionSettings: { route: { kind: 'system' }, authorities } })))
      .toBe('not-sent authorities-unreadable')
    expect(server.received).toHaveLength(0)
  })
})
