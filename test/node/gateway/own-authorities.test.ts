/** Certificate authorities that a profile names by a file: trusted beside the system's, for that profile alone. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificates, type TestCertificates } from './certificates.ts'
import { answering, reply, startServer, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, testClient } from './support.ts'

let certificates: TestCertificates
let others: TestCertificates
beforeAll(() => {
  certificates = makeCertificates()
  others = makeCertificates()
})

let folder: string
let file: string
const servers: WireServer[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authorities-'))
  file = join(folder, 'company.pem')
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  rmSync(folder, { recursive: true, force: true })
})

const start = async (tls = certificates.good) => {
  const server = await startServer(answering(reply(200, acceptedBody)), { tls })
  servers.push(server)
  return server
}
const trusting = (server: WireServer, authoritiesFile: string | null = file) =>
  charge(`https://localhost:${server.port}`, { connectionSettings: { route: { kind: 'system' }, authoritiesFile } })

describe('the authorities of a file', () => {
  it('are trusted by requests of the profile that names it, and by no other, also of the same client', async () => {
    const server = await start()
    writeFileSync(file, certificates.authority)
    const client = testClient()
    expect(inShort(await client.send(trusting(server)))).toBe('accepted processing')
    expect(inShort(await client.send(trusting(server, null)))).toBe('not-sent certificate-untrusted')
    expect(inShort(await client.send(trusting(server)))).toBe('accepted processing')
    expect(server.received).toHaveLength(2)
  })

  it("come beside the system's, which go on being trusted", async () => {
    writeFileSync(file, others.authority)
    const client = testClient({ readSystemCertificates: async () => [certificates.authority] })
    expect(inShort(await client.send(trusting(await start())))).toBe('accepted processing')
    expect(inShort(await client.send(trusting(await start(others.good))))).toBe('accepted processing')
  })

  it.each([
    ['expired', 'certificate-expired'], ['wrongName', 'certificate-wrong-name'], ['untrusted', 'certificate-untrusted'],
  ] as const)('do not make a certificate that is %s good: %s', async (kind, fault) => {
    const server = await start(certificates[kind])
    writeFileSync(file, certificates.authority)
    expect(inShort(await testClient().send(trusting(server)))).toBe(`not-sent ${fault}`)
    expect(server.received).toHaveLength(0)
  })

  it('are those that stand in the file when the request is sent', async () => {
    const server = await start()
    const client = testClient()
    writeFileSync(file, certificates.authority)
    expect(inShort(await client.send(trusting(server)))).toBe('accepted processing')
    writeFileSync(file, others.authority)
    expect(inShort(await client.send(trusting(server)))).toBe('not-sent certificate-untrusted')
    writeFileSync(file, `${others.authority}\n${certificates.authority}`)
    expect(inShort(await client.send(trusting(server)))).toBe('accepted processing')
  })

  it('that vanished keep everything from being sent, even where the system would do', async () => {
    const server = await start()
    const client = testClient({ readSystemCertificates: async () => [certificates.authority] })
    writeFileSync(file, certificates.authority)
    expect(inShort(await client.send(trusting(server)))).toBe('accepted processing')
    rmSync(file)
    expect(inShort(await client.send(trusting(server)))).toBe('not-sent authorities-unreadable')
    expect(server.received).toHaveLength(1)
  })
})

describe('looking at a file', () => {
  const lookAt = async (path = file) => {
    const found = await testClient().checkAuthorities(path)
    return found.ok ? found.value : found.failure.code
  }

  it('counts its certificates and names those that have expired, by name and day', async () => {
    writeFileSync(file, `a note\n${certificates.authority}\n${certificates.expired.cert}`)
    expect(await lookAt()).toEqual({ count: 2, expired: ['test gateway (2020-02-01)'] })
    expect((await testClient().describeNetwork('https://gateway.invalid', { route: { kind: 'direct' }, authoritiesFile: file })))
      .toMatchObject({ authoritiesFile: { ok: true, value: { count: 2 } } })
  })

  it.each<[string, string, () => string]>([
    ['nothing of the kind', 'authorities-none', () => 'just words'],
    ['a private key beside them', 'authorities-private-key', () => certificates.authority + certificates.good.key],
    ['an encrypted private key', 'authorities-private-key', () => '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----'],
    ['a certificate that was cut off', 'authorities-damaged', () => certificates.authority + others.authority.slice(0, -60)],
    ['a certificate with nonsense in it', 'authorities-damaged', () => certificates.authority.replace(/\n[A-Za-z0-9+/]{40}/, '\n')],
    ['expired ones alone', 'authorities-expired', () => certificates.expired.cert],
  ])('refuses %s: %s', async (_what, code, text) => {
    writeFileSync(file, text())
    expect(await lookAt()).toBe(code)
  })

  it('refuses what is too large, missing, a folder, or named by half a path', async () => {
    writeFileSync(file, certificates.authority)
    truncateSync(file, 1_048_577)
    expect(await lookAt()).toBe('authorities-too-large')
    expect(await lookAt(join(folder, 'none.pem'))).toBe('authorities-unreadable')
    expect(await lookAt(folder)).toBe('authorities-unreadable')
    expect(await lookAt('company.pem')).toBe('authorities-unreadable')
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe that nobody writes into', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await lookAt(pipe)).toBe('authorities-unreadable')
  })
})
