import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificates, type TestCertificates } from './certificates.ts'
import { answering, reply, startServer, type Behaviour, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, testClient } from './support.ts'
import { closedPort } from '../faults/wire.ts'

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })

const servers: WireServer[] = []
const start = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args)
  servers.push(server)
  return server
}
afterEach(async () => { await Promise.all(servers.splice(0).map((server) => server.close())) })

const accepted = answering(reply(200, acceptedBody))

describe('a failure before the request is reported as not sent', () => {
  it('a refused connection', async () => {
    expect(inShort(await testClient().send(charge(`http://127.0.0.1:${closedPort}`)))).toBe('not-sent connection-refused')
  })

  it('a refused connection on both addresses of localhost', async () => {
    expect(inShort(await testClient().send(charge(`http://localhost:${closedPort}`)))).toBe('not-sent connection-refused')
  })

  it('a name that does not exist', async () => {
    expect(inShort(await testClient().send(charge('https://gateway.invalid')))).toBe('not-sent name-not-resolved')
  })

  it('plain http to an address other than loopback', async () => {
    expect(inShort(await testClient().send(charge('http://192.0.2.1')))).toBe('not-sent not-sent-other')
  })

  it.each(['ftp://127.0.0.1', 'https://user:word@127.0.0.1', 'nonsense', 'http://127.0.0.1.example'])(
    'the address %s',
    async (address) => {
      expect(inShort(await testClient().send(charge(address)))).toBe('not-sent not-sent-other')
    },
  )

  it('a connection that is reset during the TLS handshake', async () => {
    const server = await start(accepted, { onConnect: (socket) => { socket.resetAndDestroy() } })
    expect(inShort(await testClient().send(charge(`https://127.0.0.1:${server.port}`)))).toBe('not-sent connection-refused')
  })

  it('a TLS handshake that hangs', async () => {
    const server = await start(() => undefined)
    const client = testClient({ timeouts: { connectMs: 800 } })
    expect(inShort(await client.send(charge(`https://127.0.0.1:${server.port}`)))).toBe('not-sent connect-timeout')
  })

  it('a server without TLS', async () => {
    const server = await start(accepted, { onConnect: (socket) => { socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') } })
    expect(inShort(await testClient().send(charge(`https://127.0.0.1:${server.port}`)))).toBe('not-sent tls-refused')
  })
})

describe('TLS', () => {
  const trusting = () => testClient({ readSystemCertificates: async () => [certificates.authority] })

  it('trusts an authority of the system in addition to the bundled ones', async () => {
    const server = await start(accepted, { tls: certificates.good })
    expect(inShort(await trusting().send(charge(`https://localhost:${server.port}`)))).toBe('accepted processing')
  })

  it('speaks HTTP/1.1 even to a server that offers HTTP/2', async () => {
    const server = await start(accepted, { tls: { ...certificates.good, ALPNProtocols: ['h2', 'http/1.1'] } })
    await trusting().send(charge(`https://localhost:${server.port}`))
    expect(server.received[0]?.head).toMatch(/ HTTP\/1\.1\r\n/)
  })

  it.each([
    ['untrusted', 'certificate-untrusted'], ['expired', 'certificate-expired'], ['wrongName', 'certificate-wrong-name'],
  ] as const)('refuses a certificate that is %s, reports %s, and sends nothing', async (kind, fault) => {
    const server = await start(accepted, { tls: certificates[kind] })
    expect(inShort(await trusting().send(charge(`https://localhost:${server.port}`)))).toBe(`not-sent ${fault}`)
    expect(server.received).toHaveLength(0)
  })

  it('does not trust the authority unless the system does', async () => {
    const server = await start(accepted, { tls: certificates.good })
    expect(inShort(await testClient().send(charge(`https://localhost:${server.port}`)))).toBe('not-sent certificate-untrusted')
  })

  it('checks certificates even if an environment variable disables that', async () => {
    const server = await start(accepted, { tls: certificates.untrusted })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect(inShort(await trusting().send(charge(`https://localhost:${server.port}`)))).toBe('not-sent certificate-untrusted')
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
  })

  it('reports the number of authorities; those of this computer are read in a thread', async () => {
    const described = await testClient({ readSystemCertificates: undefined }).describeNetwork('https://gateway.invalid')
    expect(described.certificateAuthorities.bundled).toBe(rootCertificates.length)
    expect(described.certificateAuthorities.system).toBeGreaterThan(0)
  })

  it.each(['SSL_CERT_FILE', 'SSL_CERT_DIR'])('does not trust an authority that the variable %s names', async (variable) => {
    const folder = mkdtempSync(join(tmpdir(), 'authorities-'))
    onTestFinished(() => { rmSync(folder, { recursive: true }) })
    writeFileSync(join(folder, 'own.pem'), certificates.authority)
    const roots = pathToFileURL(resolve('electron/common/signatures/system-roots.ts')).href
    const script = join(folder, 'read.mjs')
    writeFileSync(script, `const { rootsOfThisComputer } = await import('${roots}')
      console.log(JSON.stringify(await rootsOfThisComputer.system()))`)
    // In a process of its own: the runtime reads them once.
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, [variable]: variable === 'SSL_CERT_DIR' ? folder : join(folder, 'own.pem') }, maxBuffer: 16_777_216,
    })
    const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256
    const trusted = (JSON.parse(stdout) as string[]).map(fingerprint)
    expect(trusted.length).toBeGreaterThan(0)
    expect(trusted).not.toContain(fingerprint(certificates.authority))
  })

  it('continues with the bundled authorities if those of the system cannot be read', async () => {
    const client = testClient({ readSystemCertificates: async () => { throw new Error('no store') } })
    expect(await client.describeNetwork('https://gateway.invalid')).toEqual({
      certificateAuthorities: { bundled: rootCertificates.length, system: 0 }, proxy: 'DIRECT',
    })
  })
})

describe('proxies', () => {
  const gateway = 'https://gateway.invalid'
  // The total deadline is so late that it can't be what ends a hanging proxy.
  const through = (proxy: string, limits = {}) => testClient({
    readSystemCertificates: async () => [certificates.authority], resolveProxy: async () => proxy,
    timeouts: { totalMs: 600_000, ...limits },
  })

  /** A proxy that connects every client to one port of loopback, or answers CONNECT otherwise. */
  const startProxy = (answer: Behaviour) => start(answer)
  const tunnelTo = (port: number): Behaviour => (socket: Socket) => {
    const onward = connect(port, '127.0.0.1', () => { socket.write('HTTP/1.1 200 Connected\r\n\r\n') })
    socket.removeAllListeners('data')
    socket.pipe(onward).pipe(socket)
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  }

  it("reaches the gateway through the system's proxy, encrypted from end to end", async () => {
    const server = await start(accepted, { tls: certificates.good })
    const proxy = await startProxy(tunnelTo(server.port))
    expect(inShort(await through(`PROXY 127.0.0.1:${proxy.port}; DIRECT`).send(charge(gateway)))).toBe('accepted processing')
    expect(proxy.received[0]?.head).toMatch(/^CONNECT gateway\.invalid:443 HTTP\/1\.1/)
    expect(server.received).toHaveLength(1)
  })

  it('uses the proxy of the environment if the system has none, unless no_proxy names the host', async () => {
    const server = await start(accepted, { tls: certificates.good })
    const proxy = await startProxy(tunnelTo(server.port))
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    const options = { readSystemCertificates: async () => [certificates.authority] }
    expect(inShort(await testClient({ ...options, environment }).send(charge(gateway)))).toBe('accepted processing')

    const exempt = { ...environment, no_proxy: 'other.example,.invalid' }
    expect(inShort(await testClient({ ...options, environment: exempt }).send(charge(gateway)))).toBe('not-sent name-not-resolved')
    expect(proxy.received).toHaveLength(1)
  })

  it('never uses a proxy for loopback', async () => {
    const server = await start(accepted)
    const proxy = await startProxy(answering(reply(502, '')))
    const client = testClient({
      resolveProxy: async () => `PROXY 127.0.0.1:${proxy.port}`,
      environment: { http_proxy: `http://127.0.0.1:${proxy.port}` },
    })
    expect(inShort(await client.send(charge(`http://127.0.0.1:${server.port}`)))).toBe('accepted processing')
    expect(proxy.received).toHaveLength(0)
  })

  const refusals: [string, Behaviour, limits?: { connectMs: number }][] = [
    ['forbids', answering(reply(403, 'no'))],
    ['closes', (socket) => { socket.end() }],
    ['resets', (socket) => { socket.resetAndDestroy() }],
    ['speaks no HTTP', answering('what?\r\n\r\n')],
    ['never answers CONNECT', () => undefined, { connectMs: 800 }],
  ]
  it.each(refusals)('a proxy that %s: nothing is sent, and the proxy is named as the reason', async (_what, answer, limits) => {
    const proxy = await startProxy(answer)
    expect(inShort(await through(`PROXY 127.0.0.1:${proxy.port}`, limits).send(charge(gateway)))).toBe('not-sent proxy-refused')
  })

  it('a proxy that does not exist', async () => {
    expect(inShort(await through(`PROXY 127.0.0.1:${closedPort}`).send(charge(gateway)))).toBe('not-sent proxy-refused')
  })

  it("a gateway's bad certificate is not the proxy's fault", async () => {
    const server = await start(accepted, { tls: certificates.expired })
    const proxy = await startProxy(tunnelTo(server.port))
    expect(inShort(await through(`PROXY 127.0.0.1:${proxy.port}`).send(charge(gateway)))).toBe('not-sent certificate-expired')
    expect(server.received).toHaveLength(0)
  })

  it('a tunnel that is cut after the request: unknown', async () => {
    const server = await start((socket) => { socket.destroy() }, { tls: certificates.good })
    const proxy = await startProxy(tunnelTo(server.port))
    expect(inShort(await through(`PROXY 127.0.0.1:${proxy.port}`).send(charge(gateway)))).toBe('unknown connection-lost')
    expect(server.received).toHaveLength(1)
  })

  it('refuses SOCKS with a report, and uses the next entry that can be used', async () => {
    const socks = through('SOCKS5 127.0.0.1:1080')
    expect(inShort(await socks.send(charge(gateway)))).toBe('not-sent proxy-refused')
    expect((await socks.describeNetwork(gateway)).proxy).toMatch(/^SOCKS5 127\.0\.0\.1:1080 \(can't be used/)
    expect((await through('SOCKS5 a:1; HTTPS b:2; DIRECT').describeNetwork(gateway)).proxy).toBe('HTTPS b:2')
  })

  it('never reports the password of a proxy in a variable', async () => {
    const environment = { https_proxy: 'http://user:pass-word@proxy.invalid:3128' }
    expect((await testClient({ environment }).describeNetwork(gateway)).proxy).toBe('environment')
  })
})

describe('the total deadline', () => {
  it('ends while the computer sleeps after sending: unknown as soon as it wakes', async () => {
    let asleep = 0
    const server = await start(() => { asleep = 3_600_000 })
    const client = testClient({ now: () => Date.now() + asleep, timeouts: { headersMs: 60_000, totalMs: 30_000 } })
    const report = await client.send(charge(`http://127.0.0.1:${server.port}`))
    expect(inShort(report)).toBe('unknown answer-timeout')
    expect(report.durationMs).toBeGreaterThanOrEqual(3_600_000)
  })

  it('ends while it sleeps before sending: nothing is sent on waking, however fast the connection', async () => {
    let asleep = 0
    const server = await start(accepted, { tls: certificates.good })
    const client = testClient({
      now: () => Date.now() + asleep,
      timeouts: { totalMs: 30_000 },
      // The sleep is between the click and the connection.
      readSystemCertificates: async () => {
        asleep = 3_600_000
        return [certificates.authority]
      },
    })
    expect(inShort(await client.send(charge(`https://localhost:${server.port}`)))).toBe('not-sent connect-timeout')
    expect(server.received).toHaveLength(0)
  })

  it('limits a proxy lookup without a reply', async () => {
    const client = testClient({ resolveProxy: () => new Promise(() => undefined), timeouts: { totalMs: 300 } })
    expect(inShort(await client.send(charge('https://gateway.invalid')))).toBe('not-sent connect-timeout')
  })

  it('leaves nothing that could still send after it', async () => {
    const late: Socket[] = []
    const listener = createServer((socket) => { late.push(socket) })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const address = listener.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const client = testClient({ timeouts: { connectMs: 10_000, totalMs: 300 } })
    // The handshake hangs; the deadline ends before anything could be sent.
    expect(inShort(await client.send(charge(`https://127.0.0.1:${port}`)))).toBe('not-sent connect-timeout')
    await Promise.all(late.map((socket) => new Promise((resolve) => {
      if (socket.destroyed) resolve(null)
      socket.on('error', () => undefined).on('close', resolve).resume()
    })))
    await new Promise((resolve) => { listener.close(resolve) })
  })
})
