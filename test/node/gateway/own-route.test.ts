/** The route of a profile: its own proxy, or none, whatever system and environment specify. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NetworkRoute } from '#shared/model/profiles/profile.ts'
import { makeCertificates, type TestCertificates } from './certificates.ts'
import { startTunnel, type TunnelProxy } from './proxies.ts'
import { answering, reply, startServer, type Behaviour, type WireServer } from './servers.ts'
import { acceptedBody, charge, inShort, secretInBody, testClient } from './support.ts'

let certificates: TestCertificates
beforeAll(() => { certificates = makeCertificates() })

const open: { close(): Promise<void> }[] = []
const start = async (behave: Behaviour, tls = false): Promise<WireServer> => {
  const server = await startServer(behave, tls ? { tls: certificates.good } : {})
  open.push(server)
  return server
}
afterEach(async () => { await Promise.all(open.splice(0).map((server) => server.close())) })

const accepted = answering(reply(200, acceptedBody))
/** A name that resolves nowhere: only a proxy reaches it. */
const gateway = 'https://gateway.invalid'
const by = (url: string): NetworkRoute => ({ kind: 'proxy', url })
const direct: NetworkRoute = { kind: 'direct' }
const through = (url: string, route: NetworkRoute) =>
  charge(url, { connectionSettings: { route, authorities: [] } })

let server: WireServer
let own: TunnelProxy
let others: TunnelProxy
beforeEach(async () => {
  server = await start(accepted, true)
  own = await startTunnel(() => server.port)
  others = await startTunnel(() => server.port)
  open.push(own, others)
})

const client = (changes: Parameters<typeof testClient>[0] = {}) =>
  testClient({ readSystemCertificates: async () => [certificates.authority], ...changes })

describe("a profile's own proxy", () => {
  it('is asked to connect, once, and receives nothing of card or secret', async () => {
    const request = through(gateway, by(own.url))
    const body = `${request.body}&credit_card_number=4111111111111111&cvv2=123`
    const report = await client().send({ ...request, body })
    expect(inShort(report)).toBe('accepted processing')
    // The certificate of the gateway behind the tunnel.
    expect(report.certificateEndsAt).toBe('2099-01-01T00:00:00.000Z')
    expect(own.firstLines).toEqual(['CONNECT gateway.invalid:443 HTTP/1.1'])
    expect(server.received[0]?.body).toContain('4111111111111111')
    for (const secret of ['4111111111111111', 'cvv2', secretInBody, 'make-rebill-sale']) expect(own.receivedText()).not.toContain(secret)
  })

  it("wins over the system's and the environment's", async () => {
    const elsewhere = client({
      resolveProxy: async () => `PROXY 127.0.0.1:${others.port}`, environment: { https_proxy: others.url, no_proxy: '*' },
    })
    expect(inShort(await elsewhere.send(through(gateway, by(own.url))))).toBe('accepted processing')
    expect([own.firstLines.length, others.firstLines.length]).toEqual([1, 0])
  })

  it('is used even for a gateway on this computer, by a tunnel', async () => {
    const plain = await start(accepted)
    const toPlain = await startTunnel(() => plain.port)
    open.push(toPlain)
    const report = await client().send(through(`http://127.0.0.1:${plain.port}`, by(toPlain.url)))
    expect(inShort(report)).toBe('accepted processing')
    expect(toPlain.firstLines).toEqual([`CONNECT 127.0.0.1:${plain.port} HTTP/1.1`])
  })

  it('on another computer is never used for a gateway on this one: nothing is sent', async () => {
    const plain = await start(accepted)
    const report = await client().send(through(`http://127.0.0.1:${plain.port}`, by('http://192.0.2.1:3128')))
    expect(inShort(report)).toBe('not-sent proxy-refused')
    expect(plain.received).toHaveLength(0)
  })

  it('with a password in it is not used and not reported', async () => {
    const request = through(gateway, by(`http://user:pass-word@127.0.0.1:${own.port}`))
    expect(inShort(await client().send(request))).toBe('not-sent proxy-refused')
    expect(own.firstLines).toHaveLength(0)
    expect(JSON.stringify(await client().describeNetwork(gateway, request.connectionSettings))).not.toContain('pass-word')
  })

  const answers: [string, Behaviour, string][] = [
    ['wants a login', answering('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n'), 'proxy-wants-login'],
    ['forbids', answering(reply(403, 'no')), 'proxy-refused'],
  ]
  it.each(answers)('that %s: nothing is sent', async (_what, behave, fault) => {
    const proxy = await start(behave)
    expect(inShort(await client().send(through(gateway, by(`http://127.0.0.1:${proxy.port}`))))).toBe(`not-sent ${fault}`)
    expect(server.received).toHaveLength(0)
  })

  it('that never answers CONNECT is given up after the connection limit: nothing is sent', async () => {
    const proxy = await start(() => undefined)
    const hasty = client({ timeouts: { connectMs: 1_000 } })
    expect(inShort(await hasty.send(through(gateway, by(`http://127.0.0.1:${proxy.port}`))))).toBe('not-sent proxy-refused')
    expect(server.received).toHaveLength(0)
  })

  it('that does not exist: nothing is sent, and it is not bypassed', async () => {
    await own.close()
    expect(inShort(await client().send(through(`https://localhost:${server.port}`, by(own.url))))).toBe('not-sent proxy-refused')
    expect(server.received).toHaveLength(0)
  })

  it('with an https address must have a valid certificate', async () => {
    const tlsProxy = await start(accepted, true)
    const unknown = testClient()
    const report = await unknown.send(through(gateway, by(`https://localhost:${tlsProxy.port}`)))
    expect(inShort(report)).toBe('not-sent certificate-untrusted')
    expect(tlsProxy.received).toHaveLength(0)
  })

  it.each(['expired', 'wrongName'] as const)('does not make a gateway whose certificate is %s trusted', async (kind) => {
    const bad = await startServer(accepted, { tls: certificates[kind] })
    const toBad = await startTunnel(() => bad.port)
    open.push(bad, toBad)
    const fault = kind === 'expired' ? 'certificate-expired' : 'certificate-wrong-name'
    expect(inShort(await client().send(through(gateway, by(toBad.url))))).toBe(`not-sent ${fault}`)
    expect(bad.received).toHaveLength(0)
  })
})

describe('a profile with the route "direct"', () => {
  it('uses neither the proxy of the system nor that of the environment', async () => {
    const proxied = client({
      resolveProxy: async () => `PROXY 127.0.0.1:${others.port}`, environment: { https_proxy: others.url },
    })
    expect(inShort(await proxied.send(through(gateway, direct)))).toBe('not-sent name-not-resolved')
    expect(others.firstLines).toHaveLength(0)
  })
})

describe('the reported route', () => {
  it.each([
    [direct, 'DIRECT'], [by('HTTP://Proxy.Example:3128/'), 'http://proxy.example:3128'],
    [{ kind: 'system' } as const, 'PROXY proxy.system:8080'],
  ])('%j is %s', async (route, reported) => {
    const described = await client({ resolveProxy: async () => 'PROXY proxy.system:8080' })
      .describeNetwork(gateway, { route, authorities: [] })
    expect(described.proxy).toBe(reported)
  })
})
